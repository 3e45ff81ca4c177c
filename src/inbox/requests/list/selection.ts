import { batch, effect, untracked } from "@preact/signals";
import type { RequestId } from "../../../domain/id.ts";
import { noteAlone, noteOpened } from "../../browser/looked.ts";
import { go } from "../../browser/router.ts";
import { isWide } from "../../browser/width.ts";
import { nextAlike, nextOpen } from "./rows.ts";
import { openId, pathOf, split } from "./split.ts";
import { loading, marked, rows, selectedId } from "./state.ts";

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
  const at = list.findIndex(({ id }) => id === selectedId.value);
  const target = list[at < 0 ? 0 : Math.min(Math.max(at + step, 0), list.length - 1)];
  if (target !== undefined && target.id !== selectedId.value) select(target.id);
  return target?.id;
}

function select(id: RequestId): void {
  noteOpened(id);
  selectedId.value = id;
  // In a narrow window only the list shows: it stays until the row is opened.
  if (isWide.value || openId.value !== undefined) go(pathOf(split.value, id), { replace: true });
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

/** After a decision: moves on to the next open request. */
export function advance(from: RequestId): void {
  batch(() => {
    // Similar requests are offered one by one.
    const next = nextAlike(rows.value, from) ?? nextOpen(rows.value, from)?.id;
    if (next !== undefined) select(next);
    else if (!isWide.value) go(pathOf(split.value), { replace: true });
  });
}
