import type { InboxItem } from "../../domain/inbox.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";

const ASK_WIDTH = 200;

/** The one line that says what is asked. */
export function askOf({ kind, title, tool }: InboxItem): string {
  if (kind === "question") return oneLine(title, ASK_WIDTH);
  return `Run ${oneLine(tool ?? "a tool", ASK_WIDTH)}`;
}

/** "answered by ana via slack"; without names where a rule or time did it. */
export function closedWords({ status, closedBy }: InboxItem): string {
  if (closedBy === undefined) return status;
  return `${status} by ${visibleText(closedBy.name, { keepLines: false })} via ${closedBy.via}`;
}
