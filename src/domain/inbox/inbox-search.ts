import type { Json } from "../json.ts";
import type { Form } from "../requests/question.ts";
import type { Request } from "../requests/request.ts";
import { DAY_MS } from "../time.ts";
import { isWithin } from "../time-span.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import type { InboxItem } from "./inbox.ts";
import type { InboxSearch } from "./inbox-query.ts";

const OVERDUE_SHARE = 0.75;

/** What is searched: the request, and what one operator's inbox knows about it. */
export interface Searched {
  readonly request: Request;
  readonly item: InboxItem;
  readonly now: Timestamp;
}

/**
 * Whether a request matches a search. The case of names and tools is ignored. Who can decide it is
 * not known here: of `whose` it takes that the request is open.
 */
export function isFound(searched: Searched, search: InboxSearch): boolean {
  return hasFacts(searched, search) && hasWords(searched.request, search.words);
}

function hasFacts({ request, item, now }: Searched, search: InboxSearch): boolean {
  const { level, tool, closedBy } = item;
  return (
    isOneOf(search.kinds, request.kind) &&
    isOneOf(search.statuses, request.status) &&
    (search.whose === undefined || request.status === "open") &&
    isOneOf(search.levels, level) &&
    isNamed(search.agents, item.agentName) &&
    isNamed(search.tools, tool) &&
    isNamed(search.by, closedBy?.name) &&
    isWithin(search.span, request.createdAt) &&
    (search.is.length === 0 || search.is.some((mark) => hasMark(item, mark, now)))
  );
}

function isOneOf<T>(wanted: readonly T[], found: T | undefined): boolean {
  return wanted.length === 0 || (found !== undefined && wanted.includes(found));
}

function isNamed(wanted: readonly string[], found: string | undefined): boolean {
  if (wanted.length === 0) return true;
  const name = found?.toLowerCase();
  return wanted.some((one) => one.toLowerCase() === name);
}

function hasMark(item: InboxItem, mark: InboxSearch["is"][number], now: Timestamp): boolean {
  switch (mark) {
    case "overdue":
      return isOverdue(item, now);
    case "claimed":
      return item.claim !== undefined;
    case "unseen":
      return item.seenAt === undefined;
    case "snoozed":
      return item.snoozedUntil !== undefined;
  }
}

/** Whether an open request has waited for more than 24 hours, or three quarters of its time. */
export function isOverdue(
  item: Pick<InboxItem, "status" | "createdAt" | "expiresAt">,
  now: Timestamp,
): boolean {
  if (item.status !== "open") return false;
  const waitedMs = toMs(now) - toMs(item.createdAt);
  if (waitedMs > DAY_MS) return true;
  if (item.expiresAt === undefined) return false;
  return waitedMs > OVERDUE_SHARE * (toMs(item.expiresAt) - toMs(item.createdAt));
}

function hasWords(request: Request, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = searchedText(request).toLowerCase();
  return words.every((word) => text.includes(word));
}

/** What was asked and why, and why it was refused, each part on its own lines. */
function searchedText(request: Request): string {
  const refusal = "reason" in request ? (request.reason ?? "") : "";
  if (request.kind === "question") {
    const { text, context = "", form } = request.question;
    return [text, context, ...labelsOf(form), refusal].join("\n");
  }
  const { action, reason } = request.authorization;
  return [action.tool, ...textsOf(action.args), reason, refusal].join("\n");
}

function labelsOf(form: Form): readonly string[] {
  return "options" in form ? form.options.map(({ label }) => label) : [];
}

/** Keys and values in any order. Not recursive, since the agent chooses how deep its arguments go. */
function textsOf(value: Json): readonly string[] {
  const found: string[] = [];
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) {
      found.push(String(next));
      continue;
    }
    if (!Array.isArray(next)) found.push(...Object.keys(next));
    for (const child of Object.values(next)) open.push(child);
  }
  return found;
}
