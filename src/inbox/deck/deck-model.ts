import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Rows } from "../requests/list/rows.ts";

/* Which card lies on top; pure, so that no browser is needed to prove it. */

export interface Deck {
  /** The card on top; absent when each was decided or passed. */
  readonly shown?: RequestId;
  /** How many requests are still open, passed ones included. */
  readonly open: number;
  /** How many cards were not passed. */
  readonly left: number;
  /** The one that was passed last and is still open. */
  readonly last?: RequestId;
}

/**
 * The cards in the order of the list: what is passed comes again only when the person asks for it. The one
 * on top stays there until it is decided or passed, whatever arrives.
 */
export function deckOf(rows: Rows, passed: readonly RequestId[], top?: RequestId): Deck {
  const open = rows.filter(({ status, forOthers }) => status === "open" && forOthers === undefined);
  const isPassed = new Set(passed);
  const left = open.filter(({ id }) => !isPassed.has(id));
  const shown = (left.find(({ id }) => id === top) ?? left[0])?.id;
  const last = passed.findLast((id) => open.some((row) => row.id === id));
  return { open: requestsIn(open), left: left.length, ...present({ shown, last }) };
}

/** Alike ones share a card. */
function requestsIn(rows: Rows): number {
  return rows.reduce((sum, { fold }) => sum + (fold?.ids.length ?? 1), 0);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const LEAST_SWIPE = 80;
/** Whoever scrolls moves the thumb sideways, too. */
const STEEP = 2;

/**
 * What a finger meant: to pass the card, to have the last one back, or neither. It never decides. Where a
 * page is read from right to left, cards are passed to the right.
 */
export function swipeOf(
  from: Point,
  to: Point,
  direction: "ltr" | "rtl" = "ltr",
): "pass" | "back" | undefined {
  const forward = direction === "rtl" ? -1 : 1;
  const [x, y] = [(to.x - from.x) * forward, to.y - from.y];
  if (Math.abs(x) < LEAST_SWIPE || Math.abs(x) < STEEP * Math.abs(y)) return undefined;
  return x < 0 ? "pass" : "back";
}
