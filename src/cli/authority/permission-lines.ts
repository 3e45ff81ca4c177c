import { ENGLISH } from "../../channels/console/voice.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MAX_PERMISSION_TRIALS, TRIED_ON_MS } from "../../domain/limits.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { answerText } from "../../domain/requests/question.ts";
import type { AuthorizationRequest, Shown } from "../../domain/requests/request.ts";
import type { PermissionPreview, PermitInput } from "../../ports/earshot/authority.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { leewayWords } from "../../render/like-words.ts";
import { shownJson, shownText } from "../../render/shown-json.ts";
import { labelledLines, valueOnOneLine } from "../../render/terminal-blocks.ts";

/** What is about to be permitted, and what it would have let through. */
export function previewLines(
  input: PermitInput,
  { matched, sought, examples, never }: PermissionPreview,
  width: number,
): readonly string[] {
  const all = sought >= MAX_PERMISSION_TRIALS ? `the newest ${MAX_PERMISSION_TRIALS}` : sought;
  return [
    "STANDING PERMISSION: from now on nobody is asked about what it covers",
    ...inputLines(input).flatMap(([label, value]) => labelledLines(label, value, width)),
    `Of ${all} authorizations that the agent sought in the last ${inTime(TRIED_ON_MS)} it would have approved ${matched}.`,
    ...examples.map((example) => valueOnOneLine(exampleText(example), width)),
    ...(never === undefined ? [] : labelledLines("never", shownText(never), width)),
    ...(matched > examples.length ? [`│   … and ${matched - examples.length} more`] : []),
  ];
}

function inputLines({
  scope,
  like,
  agent,
  tool,
  args,
  level = "MEDIUM",
}: PermitInput): [string, string][] {
  return [
    ["scope", SCOPES[scope]],
    ...(like === undefined ? [] : pair("like", like)),
    ...(agent === undefined ? [] : pair("agent", shownText(agent))),
    ...(tool === undefined ? [] : pair("tool", shownText(tool))),
    ...(args === undefined ? [] : pair("where", shownJson(args as unknown as JsonObject))),
    ["level", `up to ${level}`],
  ];
}

function pair(label: string, value: string): [string, string][] {
  return [[label, value]];
}

const SCOPES = {
  once: "once: the same tool with the same arguments, one time",
  session:
    "session: the tool with ANY arguments, in whatever the agent calls by the same session name",
  target: "target: the same tool with the same arguments, until it ends",
  pattern: "pattern: whatever matches, until it ends",
  answer: "answer: the same question is answered as it was, until it ends",
} as const satisfies Record<PermitInput["scope"], string>;

function exampleText({ id, status, authorization }: Shown<AuthorizationRequest>): string {
  const { tool, args, level } = authorization.action;
  return `${id}  ${status.padEnd(9)} ${level.padEnd(8)} ${shownText(tool)} ${shownJson(args)}`;
}

/** One permission on one line. */
export function permissionLine(permission: Permission): string {
  const { id, scope, agentName, tool, args, session, level, until, revokedAt } = permission;
  const uses = permission.uses === 1 ? "used once" : `used ${permission.uses} times`;
  const state = revokedAt === undefined ? `until ${until}` : `revoked ${revokedAt}`;
  const by = `${state}, ${uses}, by ${shownText(permission.givenBy.name)}`;
  if (scope === "answer") {
    return `${id}  answer  ${shownText(agentName)}: answered as ${permission.request} was, ${by}`;
  }
  if (scope === "reject") {
    const like = `like ${permission.request}, which differs in ${leewayWords(permission, ENGLISH.words)}`;
    return `${id}  reject  ${shownText(agentName)}: ${shownText(tool)} ${like}, ${by}`;
  }
  const where = args === undefined ? "" : ` where ${shownJson(args as unknown as JsonObject)}`;
  const run =
    session === undefined
      ? ""
      : ` with any arguments, in what calls itself session ${shownText(session)}`;
  const what = `${scope.padEnd(7)} ${shownText(agentName)}: ${shownText(tool)}${where}${run}`;
  return `${id}  ${what}, up to ${level}, ${by}`;
}

/** The answer that is about to become a standing one, with its question. */
export async function answerLines(
  earshot: Pick<Earshot, "show">,
  id: RequestId | undefined,
  width: number,
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
    "STANDING ANSWER: from now on nobody is asked this by the agent",
    ...labelledLines("agent", shownText(agentName), width),
    ...labelledLines("question", shownText(question.text), width),
    ...labelledLines("answer", shownText(answerText(answer)), width),
  ];
}
