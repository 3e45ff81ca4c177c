import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { headline } from "../../../render/words/headline.ts";

const ASK_WIDTH = 200;

/** The one line that says what is asked. */
export function askOf(item: InboxItem): string {
  if (item.kind === "question") return headline(item.title, ASK_WIDTH);
  return ["Run", toolOf(item), argsOf(item)].filter((part) => part !== "").join(" ");
}

export function toolOf({ tool }: InboxItem): string {
  return oneLine(tool ?? "a tool", ASK_WIDTH);
}

/** Empty if there are none, and for a row of several, which says what differs in them. */
export function argsOf({ argsLine = "", fold }: InboxItem): string {
  return fold === undefined ? oneLine(argsLine, ASK_WIDTH) : "";
}

/** "answered by ana via slack"; without a name if a rule or time did it. */
export function closedWords({ status, closedBy, isRevoked }: InboxItem): string {
  const word = isRevoked === true ? "taken back" : status;
  if (closedBy === undefined) return word;
  return `${word} by ${visibleText(closedBy.name, { keepLines: false })} via ${closedBy.via}`;
}
