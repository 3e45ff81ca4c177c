import type { Message } from "../../domain/requests/conversation.ts";
import type { ClosedRequest, Shown } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import { type MailEntry, mailItem } from "./mail-item.ts";

/** How many items are looked at: one call acknowledges as many. */
export const MAX_READ = 100;
/** Requests that close alike within this time come from one act, or read as if they did. */
const ONE_ACT_MS = 60_000;

/**
 * The mailbox as a model sees it, oldest first. One act may close many requests: they become one
 * entry, which names them all and says once who acted and why. Each is acknowledged by its id.
 */
export function mailEntries(
  items: readonly (Shown<ClosedRequest> | Message)[],
): readonly MailEntry[] {
  const entries: {
    readonly of: MailEntry;
    readonly like: string;
    readonly ids: string[];
    endsMs: number;
  }[] = [];
  for (const item of items) {
    const of = mailItem(item);
    const like = "text" in item ? item.id : likeOf(of);
    const atMs = toMs("text" in item ? item.createdAt : item.closedAt);
    const same = entries.findLast((entry) => entry.like === like);
    if (same === undefined || atMs - same.endsMs > ONE_ACT_MS) {
      entries.push({ of, like, ids: [item.id], endsMs: atMs });
    } else {
      same.ids.push(item.id);
      same.endsMs = atMs;
    }
  }
  return entries.map(({ of, ids }) => (ids.length === 1 ? of : { ...of, request_ids: ids }));
}

/** What an entry says besides which request it was and when it was closed. */
function likeOf({
  id: _,
  request_id: __,
  closed_at: ___,
  answered_at: ____,
  ...said
}: MailEntry): string {
  return JSON.stringify(said);
}

/** The ids that acknowledge the entry: those of everything in it. */
export function idsOf({ id, request_ids = [id] }: MailEntry): readonly string[] {
  return request_ids;
}
