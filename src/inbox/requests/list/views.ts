import { effect, signal } from "@preact/signals";
import type { Event } from "../../../domain/log/event.ts";
import { go } from "../../browser/router.ts";
import { api } from "../../server/api.ts";
import { onEvent } from "../../server/live.ts";
import { me } from "../../server/me.ts";
import { changesSplits } from "./rows.ts";
import { pathOf } from "./split.ts";
import { readViews, type View, withoutView, withView } from "./views-model.ts";

/* Saved searches, of each person in this browser, with how many requests each finds. */

export const views = signal<readonly View[]>([]);
/** By their searches; "100+" where there are more. */
export const viewCounts = signal<ReadonlyMap<string, string>>(new Map());

const MOST_COUNTED = 100;
const FIRST_MS = 1_000;
const AGAIN_MS = 5_000;
let counting: ReturnType<typeof setTimeout> | undefined;

export function startViews(): () => void {
  const stops = [
    effect(() => {
      views.value = readViews(read());
      countSoon(FIRST_MS);
    }),
    onEvent((event: Event) => {
      if (changesSplits(event)) countSoon(AGAIN_MS);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export function saveView(view: View): void {
  keep(withView(views.peek(), view));
}

export function removeView(view: View): void {
  keep(withoutView(views.peek(), view));
}

export function goToView(index: number): void {
  const view = views.peek()[index];
  if (view !== undefined) go(viewPath(view));
}

export function viewPath({ query }: View): string {
  return pathOf("needs_me", undefined, query);
}

function keep(next: readonly View[]): void {
  views.value = next;
  try {
    localStorage.setItem(place(), JSON.stringify(next));
  } catch {
    // Storage is switched off: they last as long as the page.
  }
  countSoon(0);
}

function read(): string {
  try {
    return localStorage.getItem(place()) ?? "";
  } catch {
    return "";
  }
}

/** Of whoever is signed in: another person at this browser has their own. */
function place(): string {
  return `earshot.views.${me.value?.principal.id ?? ""}`;
}

function countSoon(ms: number): void {
  if (counting !== undefined || views.peek().length === 0) return;
  counting = setTimeout(() => {
    counting = undefined;
    void countAll();
  }, ms);
}

/** One after the other, so that nobody waits for them. */
async function countAll(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const { query } of views.peek()) {
    try {
      const { items, next } = await api.inbox({ query, timeZone, limit: MOST_COUNTED });
      const count = `${items.length}${next === undefined ? "" : "+"}`;
      viewCounts.value = new Map(viewCounts.peek()).set(query, count);
    } catch {
      // It is counted again with the next change; opening it says what is wrong.
    }
  }
}
