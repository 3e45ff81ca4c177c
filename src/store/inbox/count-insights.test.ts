import { expect, test } from "vitest";
import type { PrincipalId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { countNewest, createInsightsCount, type RequestFacts } from "./count-insights.ts";

const HOUR = 3_600_000;
const SINCE = toTimestamp(0);

function facts(over: Partial<RequestFacts> = {}): RequestFacts {
  return {
    kind: "authorization",
    status: "approved",
    level: 1,
    created_at: 0,
    closed_at: 1_000,
    tool: "pay",
    basis: "people",
    edited: 0,
    agent: "prn_1",
    agent_name: "ci",
    closer: "prn_me",
    seen_at: null,
    ...over,
  };
}
const ME = { since: SINCE, person: "prn_me" as PrincipalId };

function countInsights(all: readonly RequestFacts[], agent?: PrincipalId) {
  const counted = createInsightsCount({ ...ME, ...present({ agent }) });
  for (const one of all) counted.add(one);
  return counted.insights();
}
const times = (...closed: readonly number[]) =>
  countInsights(closed.map((closed_at) => facts({ closed_at })));

test("nothing is counted of nothing", () => {
  const { answerTimes, outcomes, interruptions, dwell } = countInsights([]);
  expect([answerTimes, outcomes, interruptions]).toEqual([[], [], []]);
  expect(dwell).toMatchObject({ decided: 0, underTwoSeconds: 0 });
  expect(dwell.buckets.every(({ count }) => count === 0)).toBe(true);
});

test("quantiles begin with the shortest time and end with the longest", () => {
  const [low] = times(30, 10, 20).answerTimes;
  expect(low).toMatchObject({ level: "LOW", count: 3 });
  expect(low?.ms).toHaveLength(101);
  expect([low?.ms[0], low?.ms[50], low?.ms[100]]).toEqual([10, 20, 30]);
  expect(times(7).answerTimes[0]?.ms.every((ms) => ms === 7)).toBe(true);
});

test("times are those of people, by level, with questions first", () => {
  const { answerTimes } = countInsights([
    facts({ level: 4 }),
    facts({ basis: "rule" }),
    facts({ basis: "permission" }),
    facts({ status: "rejected", level: 2 }),
    facts({ status: "cancelled", basis: null }),
    facts({ status: "open", closed_at: null, basis: null }),
    facts({ kind: "question", status: "answered", level: 2, tool: null, basis: null }),
  ]);
  expect(answerTimes.map(({ level, count }) => [level, count])).toEqual([
    ["QUESTION", 1],
    ["MEDIUM", 1],
    ["CRITICAL", 1],
  ]);
});

test("what was decided at once by a rule or a permission has interrupted nobody", () => {
  const { interruptions } = countInsights([
    facts({ basis: "rule", closed_at: 0 }),
    facts({ basis: "permission", closed_at: 0 }),
    facts({ basis: "permission", closed_at: 5 }),
    facts({ created_at: 2 * HOUR, closed_at: 2 * HOUR }),
    facts({ created_at: HOUR - 1, closed_at: null, status: "open", basis: null }),
  ]);
  expect(interruptions).toEqual([
    { at: toTimestamp(0), count: 2 },
    { at: toTimestamp(2 * HOUR), count: 1 },
  ]);
});

test("dwell is from seen to decided, each in one bucket", () => {
  const { dwell } = countInsights([
    facts({ closed_at: 1_999, seen_at: 0 }),
    facts({ closed_at: 2_000, seen_at: 0 }),
    facts({ closed_at: 5 * HOUR, seen_at: 0 }),
    facts({ closed_at: 1, seen_at: 2 }),
    facts({ closed_at: 9, seen_at: 0, basis: "rule" }),
  ]);
  expect(dwell).toMatchObject({ decided: 3, underTwoSeconds: 1 });
  expect(dwell.buckets.filter(({ count }) => count > 0)).toEqual([
    { fromMs: 0, toMs: 2_000, count: 1 },
    { fromMs: 2_000, toMs: 5_000, count: 1 },
    { fromMs: 1_800_000, count: 1 },
  ]);
});

test("a person sees their own share of hasty decisions, by level, tool and agent", () => {
  const { mine } = countInsights([
    facts({ closed_at: 1_000, seen_at: 0 }),
    facts({ closed_at: 9_000, seen_at: 0, level: 3, tool: "wipe" }),
    facts({ closed_at: 1_000, seen_at: 0, agent: "prn_2", agent_name: "scout" }),
    facts({ closed_at: 1_000, seen_at: 0, kind: "question", status: "answered", tool: null }),
    facts({ closed_at: 1_000, seen_at: 0, closer: "prn_other" }),
    facts({ closed_at: 1_000, seen_at: null }),
  ]);
  expect(mine).toEqual({
    byLevel: [
      { name: "QUESTION", decided: 1, underTwoSeconds: 1 },
      { name: "LOW", decided: 2, underTwoSeconds: 2 },
      { name: "HIGH", decided: 1, underTwoSeconds: 0 },
    ],
    byTool: [
      { name: "pay", decided: 2, underTwoSeconds: 2 },
      { name: "wipe", decided: 1, underTwoSeconds: 0 },
    ],
    byAgent: [
      { name: "ci", decided: 3, underTwoSeconds: 2 },
      { name: "scout", decided: 1, underTwoSeconds: 1 },
    ],
  });
});

test("of the tools of an agent that invents names without end the most used are told", () => {
  const { mine } = countInsights([
    ...Array.from({ length: 500 }, (_, n) => facts({ seen_at: 0, tool: `tool-${n}` })),
    facts({ seen_at: 0, tool: "tool-499" }),
  ]);
  expect(mine.byTool).toHaveLength(20);
  expect(mine.byTool[0]).toEqual({ name: "tool-499", decided: 2, underTwoSeconds: 2 });
});

test("of one agent only what it asked is counted", () => {
  const all = [facts(), facts({ agent: "prn_2" }), facts({ agent: "prn_2", status: "rejected" })];
  const { outcomes, interruptions } = countInsights(all, "prn_2" as PrincipalId);
  expect(outcomes).toMatchObject([{ approved: 1, rejected: 1 }]);
  expect(interruptions).toMatchObject([{ count: 2 }]);
});

test("of a record of any size the newest are read, and since when these were asked is said", async () => {
  const all = Array.from({ length: 1_000 }, (_, index) => ({
    ...facts({ created_at: index }),
    id: `req_${String(index).padStart(4, "0")}`,
  })).reverse();
  let read = 0;
  let rests = 0;
  const countOf = (rows: typeof all, most: number) =>
    countNewest(
      { ...ME, most, page: 10 },
      async (before, limit) => {
        const found = rows.filter(({ id }) => id < before).slice(0, limit);
        read += found.length;
        return found;
      },
      async () => {
        rests += 1;
      },
    );
  const cut = await countOf(all, 35);
  expect(cut).toMatchObject({ since: toTimestamp(965), newest: 35 });
  expect(cut.answerTimes).toMatchObject([{ count: 35 }]);
  expect([read, rests]).toEqual([36, 3]);
  const whole = await countOf(all.slice(0, 35), 35);
  expect(whole.answerTimes).toEqual(cut.answerTimes);
  expect(whole).toMatchObject({ since: SINCE });
  expect(whole).not.toHaveProperty("newest");
});
