import { isAtLeast } from "../domain/authority/action.ts";
import type { Authorization } from "../domain/authority/authorization.ts";
import { present } from "../domain/present.ts";
import type { OpenAuthorization, Shown } from "../domain/requests/request.ts";
import type { ContentBlock, Control } from "../ports/channels/channel.ts";
import { type ActionBlock, type AgentBlock, authorizationBlocks, type Block } from "./blocks.ts";
import { fact, lines, note, said } from "./content-blocks.ts";
import { exchangeBlocks } from "./exchange-blocks.ts";
import { readWords } from "./read-words.ts";
import { type ControlOptions, type RequestParts, requestTitle } from "./request-content-parts.ts";
import type { ShownValue } from "./shown-json.ts";

export function authorizationParts(
  request: Shown<OpenAuthorization>,
  options: ControlOptions,
): RequestParts {
  const mayApprove = isDecidedInChats(request.authorization);
  return {
    title: requestTitle(request),
    blocks: [...authorizationBlocks(request).flatMap(blocksOf), ...exchangeBlocks(request)],
    controls: options.capabilities.buttons ? controls(options.tokens, mayApprove) : [],
    linkLabel: mayApprove ? "Open the page" : "Decide on the page",
    tooLong: "This action is too long to be shown here whole. Read and decide it on the page.",
  };
}

/**
 * Whether a button may approve it: not at a high level, nor if the decider has to prove who they
 * are.
 */
export function isDecidedInChats({ demand }: Authorization): boolean {
  return !isAtLeast(demand.level, "HIGH") && !demand.stepUp;
}

function controls(tokens: ControlOptions["tokens"], mayApprove: boolean): readonly Control[] {
  const reject = { kind: "button", token: tokens("r"), label: "Reject", style: "danger" } as const;
  if (!mayApprove) return [reject];
  return [{ kind: "button", token: tokens("a"), label: "Approve", style: "primary" }, reject];
}

function blocksOf(block: Block): readonly ContentBlock[] {
  switch (block.kind) {
    case "title":
      return [];
    case "notice":
      // It may contain a name that the agent chose.
      return [{ kind: "facts", facts: [fact("warning", block.text)] }];
    case "action":
      return actionBlocks(block);
    case "agent":
      return agentBlocks(block);
  }
}

function actionBlocks(block: ActionBlock): readonly ContentBlock[] {
  const { heading, args, digest, facts, unreadable, level, tool } = block;
  const label = ["Arguments", ...unreadable.map((text) => `UNINSPECTABLE: ${text}`)].join(". ");
  const bound = [fact("tool", tool), fact("level", level), fact("digest", `sha256:${digest}`)];
  const more = facts.map(({ label: name, value }) => fact(name, value));
  return [
    // A value and not Earshot's own words, since it has values in it.
    { kind: "facts", facts: [fact("action", heading)] },
    note("ACTION: what would run, as it is stored"),
    { kind: "facts", facts: bound },
    lines(label, args.flatMap(valueLines)),
    { kind: "facts", facts: more },
  ];
}

/** Only a path begins a line with anything but the bar. */
function valueLines(shown: ShownValue): readonly string[] {
  const path = shown.path === "" ? "(all)" : shown.path;
  if ("value" in shown) return [`${path} = ${shown.value}`];
  return [`${path} = ${shown.count} lines`, ...shown.lines.map((text) => `│ ${text}`)];
}

function agentBlocks({
  name,
  onBehalfOf,
  reason,
  text,
  more,
}: AgentBlock): readonly ContentBlock[] {
  return [
    note("THE AGENT SAYS: unverified, in its own words"),
    ...(onBehalfOf === undefined
      ? []
      : [{ kind: "facts", facts: [fact("for, it says", onBehalfOf)] } as const]),
    ...(reason.length === 0
      ? []
      : [{ ...said(name, reason.join("\n")), ...present({ blocks: readWords(text) }) }]),
    ...(more === 0 ? [] : [note(`${more} more characters of the reason are not shown`)]),
  ];
}
