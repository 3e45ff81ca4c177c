import { batch, effect, untracked } from "@preact/signals";
import type { RequestId } from "../../../domain/id.ts";
import { noteAlone, noteOpened } from "../../browser/looked.ts";
import { go, passTo } from "../../browser/router.ts";
import { isWide } from "../../browser/width.ts";
import { nextAlike, nextOpen, placeOf } from "./rows.ts";
import { openId, pathOf, split } from "./split.ts";
import {
  apart,
  foldUp,
  foldWith,
  letIn,
  loading,
  marked,
  rowOf,
  rows,
  selectedId,
  unfold,
} from "./state.ts";

/* Which row is selected. Where there is room for both, it is also the one that is open. */

let hasShown = false;

/** The address and the arriving rows determine the selection; otherwise it is the first row. */
export function startSelection(): () => void {
  return effect(() => {
    const named = openId.value;
    const list = rows.value;
    const isLoading = loading.value === "first";
    const current = untracked(() => selectedId.value);
    if (named !== undefined) selectedId.value = named;
    else if (!isLoading && !list.some(({ id }) => id === current)) {
      const first = (list.find(({ status }) => status === "open") ?? list[0])?.id;
      // Opening the page opens its first request; requests that come later have not been opened by
      // anybody.
      if (hasShown) noteAlone(first);
      selectedId.value = first;
    }
    if (!isLoading) hasShown = true;
  });
}

/** Selects the row that many places below. */
export function moveBy(step: number): RequestId | undefined {
  const list = rows.value;
  const at = placeOf(list, selectedId.value);
  const target = list[at < 0 ? 0 : Math.min(Math.max(at + step, 0), list.length - 1)];
  if (target !== undefined && target.id !== selectedId.value) select(target.id);
  return target?.id;
}

function select(id: RequestId): void {
  noteOpened(id);
  selectedId.value = id;
  // In a narrow window only the list shows: it stays until the row is opened.
  if (isWide.value || openId.value !== undefined) passTo(pathOf(split.value, id));
}

/** Moves, and marks every row that it passes. */
export function extendBy(step: number): void {
  const from = selectedId.value;
  const to = moveBy(step);
  marked.value = new Set([...marked.value, from, to].filter((id) => id !== undefined));
}

export function toggleMark(id: RequestId): void {
  const ids = new Set(marked.value);
  if (!ids.delete(id)) ids.add(id);
  marked.value = ids;
}

/** Sets what shares the row of the selected request on rows of their own, or on one again. */
export function setSelectedApart(isApart: boolean): void {
  const id = selectedId.value;
  const fold = id === undefined ? undefined : foldWith(id);
  if (id === undefined || fold === undefined || apart.value.has(id) === isApart) return;
  if (isApart) void unfold(fold);
  else foldUp(fold);
}

/** After a decision: moves on to the next open request. */
export function advance(from: RequestId): void {
  batch(() => {
    const next = nextHidden(from) ?? nextMine(from);
    if (next !== undefined) select(next);
    else if (!isWide.value) go(pathOf(split.value), { replace: true });
  });
}

/** Similar requests are offered one by one, and from the second on each has a row. */
function nextHidden(from: RequestId): RequestId | undefined {
  const fold = foldWith(from);
  const next = fold && nextAlike(fold, from);
  if (fold === undefined || next === undefined || rowOf(next) !== undefined) return undefined;
  if (apart.value.has(from)) return apart.value.has(next) ? next : undefined;
  void unfold(fold);
  return next;
}

/** What is new comes in before anything that waits for its agent is offered. */
function nextMine(from: RequestId): RequestId | undefined {
  const next = nextOpen(rows.value, from);
  if (next !== undefined && next.asksAgentSince === undefined) return next.id;
  letIn();
  return nextOpen(rows.value, from)?.id;
}
