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
import {
  type Apart,
  placeOf,
  type Rows,
  refolded,
  replaced,
  rowAfter,
  setApart,
  setTogether,
  unknown,
} from "./rows.ts";
import { query, split } from "./split.ts";

/* The loaded rows, in the order the server gave. */

export const rows = signal<Rows>([]);
/** New rows that would move what is shown; the operator lets them in. */
export const waitingRows = signal<Rows>([]);
/** Those that share a row and have been set on rows of their own. */
export const apart = signal<Apart>(new Map());
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
      apart.value = new Map();
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
    // What is to stand apart has its rows soon, if it has none yet.
    const isNew = unknown(known, page.items).filter(({ id }) => !apart.value.has(id));
    batch(() => {
      counts.value = page.counts;
      rows.value = refolded(rows.value, page.items, apart.value);
      settle(isNew, page.items);
    });
    for (const { id, fold } of page.items) if (apart.value.has(id) && fold) keepApart(fold);
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

/** Lets new rows in behind all others, where they move nothing. */
export function letIn(): void {
  if (waitingRows.value.length === 0) return;
  rows.value = [...rows.value, ...waitingRows.value];
  waitingRows.value = [];
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

/** What shares one row with this request, if they are not apart. */
export function foldWith(id: RequestId): Fold | undefined {
  return apart.value.get(id) ?? rows.value[placeOf(rows.value, id)]?.fold;
}

/** Sets all that share a row on rows of their own, for as long as the list is not loaded again. */
export async function unfold(fold: Fold): Promise<void> {
  const [first] = fold.ids;
  if (first === undefined || query.value !== "") return;
  const mine = begun;
  apart.value = new Map([...apart.value, ...fold.ids.map((id) => [id, fold] as const)]);
  try {
    const { items } = await api.inbox({ split: split.value, alike: first });
    if (mine !== begun) return;
    batch(() => {
      rows.value = setApart(rows.value, fold, items);
      const known = new Set(rows.value.map(({ id }) => id));
      // What has closed meanwhile has no row.
      forgetApart({ ids: fold.ids.filter((id) => !known.has(id)) });
      waitingRows.value = waitingRows.value.filter(({ id }) => !known.has(id));
    });
  } catch (error) {
    isSignedOut(error);
    if (mine === begun) forgetApart(fold);
  }
}

/** The other way: one row stands for them. */
export function foldUp(fold: Fold): void {
  batch(() => {
    rows.value = setTogether(rows.value, fold);
    forgetApart(fold);
  });
  void refresh();
}

function forgetApart({ ids }: Pick<Fold, "ids">): void {
  apart.value = new Map([...apart.value].filter(([id]) => !ids.includes(id)));
}

/** One more may have come since. */
function keepApart(fold: Fold): void {
  if (fold.ids.some((id) => !apart.value.has(id))) void unfold(fold);
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
