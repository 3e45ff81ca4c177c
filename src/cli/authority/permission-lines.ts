import type { Voice } from "../../channels/console/voice.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MAX_PERMISSION_TRIALS, TRIED_ON_MS } from "../../domain/limits.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { answerText } from "../../domain/requests/question.ts";
import type { AuthorizationRequest, Shown } from "../../domain/requests/request.ts";
import type { PermissionPreview, PermitInput } from "../../ports/earshot/authority.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { padded } from "../../render/fit.ts";
import { leewayWords } from "../../render/like-words.ts";
import { shownJson, shownText } from "../../render/shown-json.ts";
import { labelledLines, valueOnOneLine } from "../../render/terminal-blocks.ts";
import { spanWords } from "../../render/words/lengths.ts";
import { commaWords } from "../../render/words/listed.ts";

/** What is about to be permitted, and what it would have let through. */
export function previewLines(
  input: PermitInput,
  { matched, sought, examples, never }: PermissionPreview,
  { voice, width }: { readonly voice: Voice; readonly width: number },
): readonly string[] {
  const { own, words } = voice;
  const isCut = sought >= MAX_PERMISSION_TRIALS;
  const all = isCut ? own.say("permission.newest", { count: MAX_PERMISSION_TRIALS }) : sought;
  const span = spanWords(TRIED_ON_MS, words);
  const more = matched - examples.length;
  return [
    own.say("permission.head"),
    ...inputLines(input, voice).flatMap(([label, value]) => labelledLines(label, value, width)),
    own.say("permission.covered", { all, span, matched }),
    ...examples.map((example) => valueOnOneLine(exampleText(example, voice), width)),
    ...(never === undefined
      ? []
      : labelledLines(own.say("permission.never"), shownText(never), width)),
    ...(more > 0 ? [`│   ${own.say("permission.more", { count: more })}`] : []),
  ];
}

function inputLines(
  { scope, like, agent, tool, args, level = "MEDIUM" }: PermitInput,
  { own, words }: Voice,
): [string, string][] {
  return [
    [own.say("permission.scope"), own.say(`permission.scope.${scope}`)],
    ...(like === undefined ? [] : pair(own.say("permission.like"), like)),
    ...(agent === undefined ? [] : pair(own.say("show.agent"), shownText(agent))),
    ...(tool === undefined ? [] : pair(words.say("fact.tool"), shownText(tool))),
    ...(args === undefined ? [] : pair(own.say("permission.where"), whereText(args))),
    [words.say("fact.level"), own.say("permission.up_to", { level })],
  ];
}

function pair(label: string, value: string): [string, string][] {
  return [[label, value]];
}

function whereText(args: NonNullable<PermitInput["args"]>): string {
  return shownJson(args as unknown as JsonObject);
}

function exampleText(
  { id, status, authorization }: Shown<AuthorizationRequest>,
  { words }: Voice,
): string {
  const { tool, args, level } = authorization.action;
  return `${id}  ${padded(words.say(`status.${status}`), 9)} ${level.padEnd(8)} ${shownText(tool)} ${shownJson(args)}`;
}

/** One permission on one line. */
export function permissionLine(permission: Permission, voice: Voice): string {
  const { own, words, moment } = voice;
  const { id, scope, level, until, uses, revokedAt } = permission;
  const isRule = scope !== "answer" && scope !== "reject";
  const facts = [
    permittedText(permission, voice),
    ...(isRule ? [own.say("permission.up_to", { level })] : []),
    revokedAt === undefined
      ? own.say("permission.until", { until: moment(until) })
      : own.say("permission.revoked", { at: moment(revokedAt) }),
    own.say("permission.used", { count: uses }),
    own.say("permission.by", { name: shownText(permission.givenBy.name) }),
  ];
  return `${id}  ${isRule ? scope.padEnd(7) : `${scope} `} ${commaWords(facts, words)}`;
}

function permittedText(permission: Permission, { own, words }: Voice): string {
  const { scope, tool, args, session, request } = permission;
  const agent = shownText(permission.agentName);
  if (scope === "answer") return own.say("permission.answered", { agent, id: request ?? "" });
  const runs = { agent, tool: shownText(tool) };
  if (scope === "reject") {
    const leeway = leewayWords(permission, words);
    return own.say("permission.rejects", { ...runs, id: request ?? "", leeway });
  }
  if (session !== undefined) {
    return own.say("permission.runs_session", { ...runs, session: shownText(session) });
  }
  return args === undefined
    ? own.say("permission.runs", runs)
    : own.say("permission.runs_where", { ...runs, where: whereText(args) });
}

/** The answer that is about to become a standing one, with its question. */
export async function answerLines(
  earshot: Pick<Earshot, "show">,
  id: RequestId | undefined,
  { voice: { own }, width }: { readonly voice: Voice; readonly width: number },
): Promise<readonly string[]> {
  const request = id === undefined ? undefined : (await earshot.show({ id })).request;
  if (request?.status !== "answered") {
    throw new EarshotError(
      "INVALID_INPUT",
      `Nobody has answered ${id}. Name an answered question, whose answer is to be given again.`,
    );
  }
  const { agentName, question, answer } = request;
  return [
    own.say("permission.answer_head"),
    ...labelledLines(own.say("show.agent"), shownText(agentName), width),
    ...labelledLines(own.say("show.question"), shownText(question.text), width),
    ...labelledLines(own.say("show.answer"), shownText(answerText(answer)), width),
  ];
}
