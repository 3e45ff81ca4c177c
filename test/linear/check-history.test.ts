import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/testing/simulator/random.ts";
import { checkHistory } from "./check-history.ts";
import { isLinearByEveryOrder } from "./every-order.ts";
import type { Attempt, Reply, Wish } from "./history.ts";
import { FAULTS, playHistory } from "./random-histories.ts";

const LEGAL_HISTORIES = 3_000;
const MUTANT_HISTORIES = 300;

function attempt(wish: Wish, calledAt: number, returned?: readonly [at: number, reply: Reply]) {
  if (returned === undefined) return { wish, calledAt };
  const [at, reply] = returned;
  return { wish, calledAt, returned: { at, reply } };
}

const asked = attempt({ kind: "ask" }, 0, [1, "open"]);
const answer = (text: string): Wish => ({
  kind: "answer",
  key: text,
  standing: `answered: ${text}`,
});
const cancel: Wish = { kind: "cancel", key: "c", standing: "cancelled: c" };
const show: Wish = { kind: "show" };

const LEGAL: Readonly<Record<string, readonly Attempt[]>> = {
  "nothing at all": [],
  "a wait that hears of the answer before who gave it": [
    asked,
    attempt(answer("a"), 2, [9, "answered: a"]),
    attempt({ kind: "wait" }, 1, [5, "answered: a"]),
  ],
  "an answer without a reply that took effect": [
    asked,
    attempt(answer("a"), 2),
    attempt(show, 3, [4, "open"]),
    attempt(show, 50, [51, "answered: a"]),
  ],
  "an answer without a reply that never took effect": [
    asked,
    attempt(answer("a"), 2),
    attempt(cancel, 3, [4, "cancelled: c"]),
  ],
  "a repetition that gets what the first has got": [
    asked,
    attempt(answer("a"), 2),
    attempt(answer("a"), 5, [6, "answered: a"]),
    attempt(answer("a"), 7, [8, "answered: a"]),
    attempt(answer("b"), 7, [8, "too_late"]),
  ],
  "an ask without a reply whose request is seen": [
    attempt({ kind: "ask" }, 0),
    attempt(show, 5, [6, "none"]),
    attempt(show, 7, [8, "open"]),
  ],
  "reads at once that see before and after": [
    asked,
    attempt(answer("a"), 2, [9, "answered: a"]),
    attempt(show, 3, [8, "answered: a"]),
    attempt(show, 4, [7, "open"]),
  ],
};

const ILLEGAL: Readonly<Record<string, readonly Attempt[]>> = {
  "two winners": [
    asked,
    attempt(answer("a"), 2, [9, "answered: a"]),
    attempt(answer("b"), 2, [9, "answered: b"]),
  ],
  "a stale read after an answer": [
    asked,
    attempt(answer("a"), 2, [3, "answered: a"]),
    attempt(show, 4, [5, "open"]),
  ],
  "a stale read after a read that saw more": [
    asked,
    attempt(answer("a"), 2),
    attempt(show, 3, [4, "answered: a"]),
    attempt(show, 5, [6, "open"]),
  ],
  "a lost answer": [
    asked,
    attempt(answer("a"), 2, [3, "answered: a"]),
    attempt(cancel, 4, [5, "cancelled: c"]),
  ],
  "an answer after a cancel": [
    asked,
    attempt(cancel, 2, [3, "cancelled: c"]),
    attempt(answer("a"), 4, [5, "answered: a"]),
  ],
  "too late without anybody who was faster": [asked, attempt(answer("a"), 2, [3, "too_late"])],
  "a repetition that is refused": [
    asked,
    attempt(answer("a"), 2, [3, "answered: a"]),
    attempt(answer("a"), 4, [5, "too_late"]),
  ],
  "two replies to one key": [
    asked,
    attempt(answer("a"), 2, [9, "answered: a"]),
    attempt(answer("a"), 3, [9, "too_late"]),
  ],
  "an answer that nobody gave": [asked, attempt(show, 2, [3, "answered: a"])],
  "an answer that is read before it was called": [
    asked,
    attempt(show, 2, [3, "answered: a"]),
    attempt(answer("a"), 4, [5, "answered: a"]),
  ],
  "an expiry before its time": [
    asked,
    attempt(show, 2, [3, "expired"]),
    attempt({ kind: "expire" }, 5),
  ],
  "a request that is gone": [asked, attempt(show, 2, [3, "none"])],
  "a second request for one key": [asked, attempt({ kind: "ask" }, 2, [3, "another"])],
};

describe("the check of histories", () => {
  test.for(Object.entries(LEGAL))("takes %s", ([, history]) => {
    expect(checkHistory(history)).toMatchObject({ isLinear: true });
    expect(isLinearByEveryOrder(history)).toBe(true);
  });

  test.for(Object.entries(ILLEGAL))("refuses %s", ([, history]) => {
    expect(checkHistory(history)).toMatchObject({ isLinear: false });
    expect(isLinearByEveryOrder(history)).toBe(false);
  });

  test(`never refuses any of ${LEGAL_HISTORIES} histories of a server that is right`, () => {
    const random = createRandom(7);
    for (let count = 0; count < LEGAL_HISTORIES; count++) {
      const history = playHistory({ random, attempts: random.int(1, 40) });
      const verdict = checkHistory(history);
      expect(verdict.isLinear, verdict.isLinear ? "" : verdict.fault).toBe(true);
    }
  });

  test.for(FAULTS)("refuses histories of a server with: %s", (fault) => {
    const random = createRandom(11);
    const refused = Array.from({ length: MUTANT_HISTORIES }, () =>
      checkHistory(playHistory({ random, attempts: 20, fault })),
    ).filter(({ isLinear }) => !isLinear);
    // Not each history shows the fault: somebody has to look at the right moment.
    expect(refused.length).toBeGreaterThan(MUTANT_HISTORIES / 20);
  });

  test("says the same as trying every order, of right and of wrong histories", () => {
    const random = createRandom(13);
    const seen = { true: 0, false: 0 };
    for (let count = 0; count < 1_000; count++) {
      const fault = random.pick(FAULTS);
      const history = playHistory({ random, attempts: random.int(2, 7), fault });
      const { isLinear } = checkHistory(history);
      expect(isLinear, JSON.stringify(history)).toBe(isLinearByEveryOrder(history));
      seen[`${isLinear}`] += 1;
    }
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(20);
  });

  test("gives an order in which the replies come out", () => {
    const verdict = checkHistory([attempt(show, 5, [6, "open"]), attempt({ kind: "ask" }, 0)]);
    expect(verdict.isLinear && verdict.order.map(({ wish }) => wish.kind)).toEqual(["ask", "show"]);
  });

  test("says of a refused history for what there is no place", () => {
    const verdict = checkHistory(ILLEGAL["a stale read after an answer"] ?? []);
    expect(verdict.isLinear ? "" : verdict.fault).toMatch(/no place for:\n.*show: "open"/);
  });
});
