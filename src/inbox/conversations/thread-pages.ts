import type { Event } from "../../domain/log/event.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";

export type Entry = Message | ShownRequest;

/** A page of a conversation, and where it was read from. */
export interface ThreadPage {
  readonly cursor?: string;
  readonly items: readonly Entry[];
  readonly next?: string;
}

export function isRequest(entry: Entry): entry is ShownRequest {
  return "kind" in entry;
}

/** All entries in order; those on two pages appear once. */
export function entriesOf(pages: readonly ThreadPage[]): readonly Entry[] {
  const known = new Set<string>();
  return pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => !known.has(id) && known.add(id) !== undefined);
}

/** Which page is to be read again after an event; undefined if it affects none. */
export function pageToRefresh(
  pages: readonly ThreadPage[],
  { type, subject }: Pick<Event, "type" | "subject">,
): number | undefined {
  if (!/^(?:request|message)\./.test(type)) return undefined;
  const holds = pages.findIndex(({ items }) => items.some(({ id }) => id === subject));
  if (holds >= 0) return holds;
  return type === "message.created" || type === "request.created" ? pages.length - 1 : undefined;
}

export interface DayOfEntries {
  readonly day: string;
  readonly entries: readonly Entry[];
}

/** The entries by the day on which they were made, in order. */
export function byDay(
  entries: readonly Entry[],
  dayOf: (at: string) => string,
): readonly DayOfEntries[] {
  const days = Map.groupBy(entries, ({ createdAt }) => dayOf(createdAt));
  return [...days].map(([day, all]) => ({ day, entries: all }));
}
