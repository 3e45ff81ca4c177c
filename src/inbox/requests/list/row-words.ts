import type { Decisive } from "../../../domain/authority/decisive-args.ts";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import { type HeadingPart, headingParts } from "../../../render/decisive-words.ts";
import { headline } from "../../../render/headline.ts";
import { reader } from "../../parts/render-words.ts";
import { principalOf } from "../../parts/words.ts";
import { say } from "./messages/messages.ts";

const ASK_WIDTH = 200;

/** The one line that says what is asked. */
export function askOf(item: InboxItem): string {
  return askParts(item, false)
    .map(({ text }) => text)
    .join("");
}

/** The same in pieces. Of an action: its tool, and the arguments that say most of what it does. */
export function askParts(item: InboxItem, isShort = true): readonly HeadingPart[] {
  if (item.kind === "question") return [{ kind: "own", text: headline(item.title, ASK_WIDTH) }];
  return headingParts(
    { tool: item.tool ?? say("row.tool"), decisive: decisiveOf(item) },
    { ...reader, isShort },
  );
}

/** A row of several says apart what differs in them. */
function decisiveOf({ decisive, fold }: InboxItem): Decisive | undefined {
  if (decisive === undefined || fold === undefined) return decisive;
  const differs = new Set(fold.differs.map(({ pointer }) => pointer));
  return { args: decisive.args.filter(({ at }) => !differs.has(at)), more: 0 };
}

/** The agent's own words, on one line: why it wants that. */
export function saidOf({ said = "" }: InboxItem): string {
  return headline(said, ASK_WIDTH);
}

/** "answered by ana via slack"; without a name if a rule or time did it. */
export function closedWords({ status, closedBy, isRevoked, isTest }: InboxItem): string {
  if (isTest === true) return say("test");
  const state = say(`state.${isRevoked === true ? "revoked" : status}`);
  if (closedBy === undefined) return state;
  const who = principalOf(closedBy.name);
  return say("closed", { state, who, via: closedBy.via });
}
