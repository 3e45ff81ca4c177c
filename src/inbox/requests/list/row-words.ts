import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";

const ASK_WIDTH = 200;

/** The one line that says what is asked. */
export function askOf({ kind, title, tool }: InboxItem): string {
  if (kind === "question") return oneLine(title, ASK_WIDTH);
  return `Run ${oneLine(tool ?? "a tool", ASK_WIDTH)}`;
}

/** "answered by ana via slack"; without names where a rule or time did it. */
export function closedWords({ status, closedBy, isRevoked }: InboxItem): string {
  const word = isRevoked === true ? "taken back" : status;
  if (closedBy === undefined) return word;
  return `${word} by ${visibleText(closedBy.name, { keepLines: false })} via ${closedBy.via}`;
}
