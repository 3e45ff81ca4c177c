import { expect, test } from "vitest";
import type { Event } from "../../domain/log/event.ts";
import { linesOf, type ShownRun, shownTo } from "./shown-runs.ts";

const event = (seq: number, type: Event["type"] = "delivery.sent", actor = "prn_1"): Event => ({
  workspace: "default",
  seq,
  at: "2026-11-22T10:00:00.000Z",
  type,
  subject: `req_${"0".repeat(26)}`,
  actor: actor as `prn_${string}`,
});

test("what was only shown is one line for each run, and all else keeps its place", () => {
  const events = [
    event(7),
    event(6, "request.created"),
    event(5),
    event(4),
    event(3),
    event(2, "delivery.seen"),
    event(1),
  ];
  const seqs = linesOf(events).map((line) =>
    "run" in line ? line.run.map(({ seq }) => seq) : line.event.seq,
  );
  expect(seqs).toEqual([7, 6, [5, 4, 3], 2, 1]);
  expect(linesOf([])).toEqual([]);
});

test("a run names everybody once", () => {
  const run: ShownRun = [
    event(3, "delivery.sent", "prn_2"),
    event(2),
    event(1, "delivery.sent", "prn_2"),
  ];
  expect(shownTo(run, ({ actor = "" }) => (actor === "prn_1" ? "ana" : "ben"))).toEqual([
    "ana",
    "ben",
  ]);
});
