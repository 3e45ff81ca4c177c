import { batch, computed, signal } from "@preact/signals";
import type { RequestId } from "../../../domain/id.ts";
import type { Fold } from "../../../domain/inbox/fold.ts";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { Event } from "../../../domain/log/event.ts";
import { present } from "../../../domain/present.ts";
import type { Timestamp } from "../../../domain/timestamp.ts";
import type { InboxPage } from "../../../ports/earshot/inbox.ts";
import { api } from "../../server/api.ts";
import { follow, onEvent } from "../../server/live.ts";
import { isSignedOut, me } from "../../server/me.ts";
import { type Rows, refolded, replaced, rowAfter, unknown } from "./rows.ts";
import { query, split } from "./split.ts";

/* The loaded rows, in the order the server gave. */

export const rows = signal<Rows>([]);
/** New rows that would move what is shown; the operator lets them in. */
export const waitingRows = signal<Rows>([]);
export const counts = signal<InboxPage["counts"]>({
  needs_me: 0,
  others: 0,
  waiting: 0,
  snoozed: 0,
});
export const needsMe = computed(() => counts.value.needs_me);
export const selectedId = signal<RequestId | undefined>(undefined);
/** Those that are to be decided as one. */
export const marked = signal<ReadonlySet<RequestId>>(new Set());
/** On touch screens: whether rows can be marked now. */
export const isMarking = signal(false);
export const loading = signal<"first" | "more" | "no">("first");
export const failure = signal<string | undefined>(undefined);

const cursor = signal<string | undefined>(undefined);
export const hasMore = computed(() => cursor.value !== undefined);
/** Counts the loads that were started, so that an answer to an earlier one is discarded. */
let begun = 0;

/** Loads the list again from its beginning. */
export async function load(): Promise<void> {
  const mine = ++begun;
  loading.value = "first";
  try {
    const page = await readPage();
    if (mine !== begun) return;
    batch(() => {
      rows.value = page.items;
      waitingRows.value = [];
      marked.value = new Set();
      counts.value = page.counts;
      cursor.value = page.next;
      failure.value = undefined;
      loading.value = "no";
    });
    follow(page.seq);
  } catch (error) {
    if (mine === begun) failed(error);
  }
}

/** Loads the page after the last row. */
export async function loadMore(): Promise<void> {
  if (loading.value !== "no" || cursor.value === undefined) return;
  const mine = begun;
  loading.value = "more";
  try {
    const page = await readPage(cursor.value);
    if (mine !== begun) return;
    batch(() => {
      rows.value = [...rows.value, ...unknown(rows.value, page.items)];
      cursor.value = page.next;
      loading.value = "no";
    });
  } catch (error) {
    if (mine === begun) failed(error);
  }
}

/** Asks for the beginning of the list again, keeps what is new apart, and returns it. */
export async function refresh(): Promise<Rows> {
  const mine = begun;
  try {
    const page = await readPage();
    if (mine !== begun) return [];
    const known = [...rows.value, ...waitingRows.value];
    const isNew = unknown(known, page.items);
    batch(() => {
      counts.value = page.counts;
      rows.value = refolded(rows.value, page.items);
      settle(isNew, page.items);
    });
    return isNew;
  } catch (error) {
    isSignedOut(error);
    return [];
  }
}

/** New rows that move nothing come in at once; the rest waits. */
function settle(isNew: Rows, page: Rows): void {
  const list = rows.value;
  const isAllDone = list.every(({ status }) => status !== "open");
  const isBehindAll =
    !hasMore.value && page.slice(-isNew.length).every((row) => isNew.includes(row));
  if (isNew.length === 0) return;
  if (list.length === 0 || (isAllDone && query.value === "") || isBehindAll) {
    rows.value = [...list, ...isNew];
  } else {
    waitingRows.value = [...waitingRows.value, ...isNew];
  }
}

/** Opened here: of a planted test no event tells that. */
export function noteSeenAt(id: RequestId, seenAt: Timestamp): void {
  rows.value = replaced(rows.value, id, (row) =>
    row.seenAt === undefined ? { ...row, seenAt } : row,
  );
}

export function rowOf(id: RequestId | undefined): InboxItem | undefined {
  return rows.value.find((row) => row.id === id);
}

/** A page as it is on arrival, including what the log has reported since the server read it. */
async function readPage(cursor?: string): Promise<InboxPage> {
  const heard: Event[] = [];
  const stop = onEvent((event) => heard.push(event));
  try {
    const behind = present({ cursor });
    const page = await api.inbox({ ...input(), ...behind });
    const myId = me.peek()?.principal.id;
    const later = heard.filter(({ seq }) => seq > page.seq);
    const items = page.items.map((row) =>
      later
        .filter(({ subject }) => subject === row.id)
        .reduce((now, event) => rowAfter(now, event, myId), row),
    );
    return { ...page, items };
  } finally {
    stop();
  }
}

/** What shares one row with this request. */
export function foldWith(id: RequestId): Fold | undefined {
  return rows.value.find(({ fold }) => fold?.ids.includes(id))?.fold;
}

function input() {
  if (query.value === "") return { split: split.value };
  return { query: query.value, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

function failed(error: unknown): void {
  loading.value = "no";
  if (isSignedOut(error)) return;
  failure.value = error instanceof Error ? error.message : String(error);
}
