import { expect, test } from "vitest";
import type { Event, EventType } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { EventQuery } from "../../ports/store/store.ts";
import { stepsBefore } from "./steps-before.ts";

const SCOUT = "prn_scout";
const OF = { workspace: "w", agent: SCOUT, since: "2026-11-22T13:50:00.000Z" } as const;

/** A log of so many events that are no steps, but for those given by their place. */
function logWith(length: number, steps: Readonly<Record<number, EventType>>) {
  const events = Array.from({ length }, (_, index): Event => {
    const seq = index + 1;
    const type = steps[seq] ?? "message.created";
    return {
      type,
      at: "2026-11-22T14:00:00.000Z",
      actor: SCOUT,
      subject: "x",
      workspace: "w",
      seq,
    };
  });
  const read: number[] = [];
  const readEvents = async ({ after, limit }: EventQuery) => {
    read.push(limit);
    return events.slice(after, after + limit);
  };
  return { readEvents, read };
}

async function seqsBefore(seq: number, { readEvents }: ReturnType<typeof logWith>) {
  const found = await stepsBefore({ store: { readEvents } }, { ...OF, seq });
  return found.map((event) => event.seq);
}

test("steps are the tool calls right before, oldest first, however far between", async () => {
  const log = logWith(900, { 1: "tool.succeeded", 300: "tool.failed", 899: "tool.succeeded" });
  expect(await seqsBefore(900, log)).toEqual([1, 300, 899]);
});

test("the event itself and what comes after it are no steps", async () => {
  const log = logWith(4, { 1: "tool.failed", 3: "tool.succeeded", 4: "tool.succeeded" });
  expect(await seqsBefore(3, log)).toEqual([1]);
  expect(await seqsBefore(1, log)).toEqual([]);
});

test("at most ten are told, the last ones, and no more is read than that takes", async () => {
  const steps = Object.fromEntries(
    Array.from({ length: 2_500 }, (_, index) => [index + 1, "tool.succeeded" as const]),
  );
  const log = logWith(2_500, steps);
  expect(await seqsBefore(2_500, log)).toEqual(Array.from({ length: 10 }, (_, n) => 2_490 + n));
  expect(log.read).toHaveLength(1);
});

test("of one run only its own steps are told", async () => {
  const at = "2026-11-22T14:00:00.000Z";
  const step = (seq: number, run?: string): Event => ({
    type: "tool.succeeded",
    at,
    actor: SCOUT,
    subject: "x",
    workspace: "w",
    seq,
    ...present({ data: run === undefined ? undefined : { run } }),
  });
  const events = [step(1, "one"), step(2, "two"), step(3), step(4, "one")];
  const readEvents = async ({ after, limit }: EventQuery) => events.slice(after, after + limit);
  const found = await stepsBefore({ store: { readEvents } }, { ...OF, seq: 5, run: "one" });
  expect(found.map(({ seq }) => seq)).toEqual([1, 4]);
});

test("nothing farther back than 2,000 events is looked at", async () => {
  const log = logWith(3_000, { 999: "tool.succeeded", 1000: "tool.succeeded" });
  expect(await seqsBefore(3_000, log)).toEqual([1_000]);
  expect(log.read.reduce((sum, limit) => sum + limit, 0)).toBe(2_000);
});

test("nothing older than it may be is told, and nothing before that is read", async () => {
  const log = logWith(900, { 100: "tool.failed", 800: "tool.failed", 850: "tool.succeeded" });
  const readEvents = async (query: EventQuery) =>
    (await log.readEvents(query)).map((event) =>
      event.seq <= 800 ? { ...event, at: "2026-11-22T13:49:59.999Z" } : event,
    );
  const found = await stepsBefore({ store: { readEvents } }, { ...OF, seq: 900 });
  expect(found.map(({ seq }) => seq)).toEqual([850]);
  expect(log.read).toHaveLength(1);
});
