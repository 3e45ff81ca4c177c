import { isAtLeast } from "../../domain/authority/action.ts";
import type { Authorization } from "../../domain/authority/authorization.ts";
import { wantsNote } from "../../domain/authority/vote-words.ts";
import { isWholeInPosts } from "../../domain/evidence/evidence-block.ts";
import { present } from "../../domain/present.ts";
import type { OpenAuthorization, Shown } from "../../domain/requests/request.ts";
import type { ContentBlock, Control } from "../../ports/channels/channel.ts";
import { type ActionBlock, type AgentBlock, authorizationBlocks, type Block } from "../blocks.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { readWords } from "../read-words.ts";
import type { ShownValue } from "../shown-json.ts";
import { fact, lines, note, said } from "./content-blocks.ts";
import { evidencePost } from "./evidence-posts.ts";
import { exchangeBlocks } from "./exchange-blocks.ts";
import { type ControlOptions, type RequestParts, requestTitle } from "./request-content-parts.ts";

export function authorizationParts(
  request: Shown<OpenAuthorization>,
  options: ControlOptions,
): RequestParts {
  const { reader, capabilities } = options;
  const { words } = reader;
  const blocks = authorizationBlocks(request, { ...reader, evidence: options.evidence });
  const isSeen = blocks.every((block) => block.kind !== "evidence" || isWholeInPosts(block));
  const mayApprove = isSeen && isDecidedInChats(request.authorization);
  const isNoted = wantsNote(request.authorization.demand);
  const isForPage = !mayApprove || (isNoted && !takesNotes(capabilities));
  return {
    title: requestTitle(request, reader),
    blocks: [
      ...blocks.flatMap((block) => blocksOf(block, words)),
      ...exchangeBlocks(request, words),
    ],
    controls: capabilities.buttons ? controls(options, mayApprove && !isNoted) : [],
    linkLabel: words.say(isForPage ? "page.decide" : "page.open"),
    tooLong: words.say("long.action"),
  };
}

/** Whether people can write a note with an approval there. A reply by mail never approves. */
function takesNotes({ words }: ControlOptions["capabilities"]): boolean {
  return words !== undefined && words !== "replies";
}

/**
 * Whether a button may approve it: not at a high level, nor if the decider has to prove who they
 * are.
 */
export function isDecidedInChats({ demand }: Authorization): boolean {
  return !isAtLeast(demand.level, "HIGH") && !demand.stepUp;
}

function controls(
  { tokens, reader: { words } }: Pick<ControlOptions, "tokens" | "reader">,
  mayApprove: boolean,
): readonly Control[] {
  const [approve, reject] = [words.say("button.approve"), words.say("button.reject")];
  const no = { kind: "button", token: tokens("r"), label: reject, style: "danger" } as const;
  if (!mayApprove) return [no];
  return [{ kind: "button", token: tokens("a"), label: approve, style: "primary" }, no];
}

function blocksOf(block: Block, words: RenderMessages): readonly ContentBlock[] {
  switch (block.kind) {
    case "title":
      return [];
    case "notice":
      // It may contain a name that the agent chose.
      return [{ kind: "facts", facts: [fact(words.say("fact.warning"), block.text)] }];
    case "action":
      return actionBlocks(block, words);
    case "evidence":
      return evidencePost(block, words);
    case "agent":
      return agentBlocks(block, words);
  }
}

function actionBlocks(block: ActionBlock, words: RenderMessages): readonly ContentBlock[] {
  const { heading, args, digest, facts, unreadable, level, tool } = block;
  const hidden = unreadable.map((text) => `UNINSPECTABLE: ${text}`).join(". ");
  const label = hidden === "" ? words.say("args.label") : words.say("args.hidden", { hidden });
  const bound = [
    fact(words.say("fact.tool"), tool),
    fact(words.say("fact.level"), level),
    fact(words.say("fact.digest"), `sha256:${digest}`),
  ];
  const more = facts.map(({ label: name, value }) => fact(name, value));
  return [
    // A value and not Earshot's own words, since it has values in it.
    { kind: "facts", facts: [fact(words.say("fact.action"), heading)] },
    note(words.say("zone.action")),
    { kind: "facts", facts: bound },
    lines(
      label,
      args.flatMap((arg) => valueLines(arg, words)),
    ),
    { kind: "facts", facts: more },
  ];
}

/** Only a path begins a line with anything but the bar. */
function valueLines(shown: ShownValue, words: RenderMessages): readonly string[] {
  const path = shown.path === "" ? words.say("args.all") : shown.path;
  if ("value" in shown) return [`${path} = ${shown.value}`];
  const counted = words.say("args.lines", { count: shown.count });
  return [`${path} = ${counted}`, ...shown.lines.map((text) => `│ ${text}`)];
}

function agentBlocks(
  { name, onBehalfOf, reason, text, more }: AgentBlock,
  words: RenderMessages,
): readonly ContentBlock[] {
  return [
    note(words.say("zone.agent")),
    ...(onBehalfOf === undefined
      ? []
      : [{ kind: "facts", facts: [fact(words.say("fact.for"), onBehalfOf)] } as const]),
    ...(reason.length === 0
      ? []
      : [{ ...said(name, reason.join("\n")), ...present({ blocks: readWords(text) }) }]),
    ...(more === 0 ? [] : [note(words.say("cut.reason", { count: more }))]),
  ];
}
