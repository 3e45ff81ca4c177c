import { expect } from "vitest";
import type { RunRecord } from "../../../src/host/run-log.ts";
import { ofType } from "./lab.ts";

/* What holds of the log of every run, however often it was killed. */

/** The position of each call in its run, which is its idempotency key behind the run's id. */
export function keysOf(records: readonly RunRecord[]): Map<string, string> {
  const [first] = ofType(records, "run.started");
  return new Map(
    ofType(records, "model.replied").flatMap(({ cycle, step, calls }) =>
      calls.map(({ id }, index) => [id, `${first?.run}:${cycle}.${step}.${index + 1}`] as const),
    ),
  );
}

/** Ids of the calls that are recorded as done. */
export function doneCalls(records: readonly RunRecord[]): string[] {
  return [...ofType(records, "tool.succeeded"), ...ofType(records, "tool.failed")].map(
    ({ call }) => call,
  );
}

/** No cycle, step or call is doubled, and each stands where it belongs. */
export function checkOrder(records: readonly RunRecord[]): void {
  let cycle = 0;
  let isOpen = false;
  let step = 0;
  const started = new Set<string>();
  const done = new Set<string>();
  for (const record of records) {
    switch (record.type) {
      case "cycle.started":
        expect([isOpen, record.cycle]).toEqual([false, cycle + 1]);
        [cycle, isOpen, step] = [record.cycle, true, 0];
        break;
      case "cycle.finished":
        expect([isOpen, record.cycle, record.steps]).toEqual([true, cycle, step]);
        expect(done).toEqual(started);
        isOpen = false;
        break;
      case "model.replied":
        expect([isOpen, record.cycle, record.step]).toEqual([true, cycle, step + 1]);
        expect(done).toEqual(started);
        step = record.step;
        break;
      case "tool.started":
        expect(started).not.toContain(record.call);
        started.add(record.call);
        break;
      case "tool.succeeded":
      case "tool.failed":
        expect(started).toContain(record.call);
        expect(done).not.toContain(record.call);
        done.add(record.call);
        break;
      default:
    }
  }
}

/** All cycles are there, and nothing follows the end. */
export function checkFinished(records: readonly RunRecord[], cycles: number): void {
  const numbers = Array.from({ length: cycles }, (_, index) => index + 1);
  expect(ofType(records, "cycle.started").map(({ cycle }) => cycle)).toEqual(numbers);
  expect(ofType(records, "cycle.finished").map(({ cycle }) => cycle)).toEqual(numbers);
  expect(records.at(-1)?.type).toBe("run.finished");
  expect(ofType(records, "run.finished")).toHaveLength(1);
}
