import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { readRecords } from "../../src/host/log-text.ts";
import { compareRuns } from "../../src/host/report/compare.ts";
import { reportPage } from "../../src/host/report/page.ts";
import { tellStory } from "../../src/host/report/story.ts";
import { type CycleSummary, summarize, type Work } from "../../src/host/report/summary.ts";
import { type Lane, timelineOf } from "../../src/host/report/timeline.ts";
import { createTranscript } from "../../src/host/report/transcript.ts";
import type { RunRecord, RunRecordType } from "../../src/host/run-log.ts";
import { arbitraryRun } from "./arbitrary-run.ts";
import { buildLog, inCycle, logText, runId, sampleRun, started } from "./sample-run.ts";

/** A log that was cut behind any record. */
const cutRun = fc
  .tuple(arbitraryRun, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([records, part]) => records.slice(0, Math.round(records.length * part)));

const PLAIN = { dim: same, bold: same, good: same, bad: same };
function same(text: string): string {
  return text;
}

describe("the summary of a whole run", () => {
  const summary = summarize(sampleRun());

  test("says what it was and what became of it", () => {
    expect(summary).toMatchObject({
      run: runId(),
      name: "pattern-hunt",
      model: "qwen3:8b",
      state: "finished",
      startedAt: "2026-11-22T09:30:00.000Z",
      resumptions: 1,
      cyclesDone: 3,
      cyclesPlanned: 3,
      finalNotes: "A = squares + primes, B = squares. Both are kept under series/.",
    });
    expect(summary.stop).toBeUndefined();
  });

  test("adds up what was done", () => {
    expect(summary.total).toMatchObject({
      steps: 8,
      modelFailures: 1,
      usage: { inputTokens: 11_383, outputTokens: 694 },
      toolCalls: 7,
      toolFailures: 1,
      questions: 2,
      answers: 2,
      operatorMs: 72_500,
    });
  });

  test("counts a call that was repeated after a kill once", () => {
    expect(summary.tools).toMatchObject([
      { tool: "send_message_to_operator", calls: 2, failures: 0 },
      { tool: "write", calls: 2, failures: 0, unknown: 0, ms: 75 },
      { tool: "list", calls: 1 },
      { tool: "pattern_search", calls: 1, failures: 1 },
      { tool: "read", calls: 1 },
    ]);
  });

  test("leaves out of the time what lay between kill and resumption", () => {
    expect(summary.cycles[2]?.ms).toBeLessThan(10_000);
    expect(summary.total.ms).toBeLessThan(120_000);
  });
});

describe("a run that has not finished", () => {
  test("is unfinished after a kill, and its calls without result are unknown", () => {
    const records = sampleRun();
    const killed = records.slice(
      0,
      records.findIndex(({ type }) => type === "run.resumed"),
    );
    const summary = summarize(killed);
    expect(summary).toMatchObject({ state: "unfinished", cyclesDone: 2 });
    expect(summary.tools.find(({ tool }) => tool === "write")).toMatchObject({
      calls: 2,
      unknown: 1,
    });
  });

  test("is stopped with its reason, until it is resumed", () => {
    const log = buildLog();
    log.add(0, started());
    inCycle(log, 1).begin();
    log.add(10, { type: "run.stopped", reason: "budget", message: "The tokens are used up." });
    expect(summarize(log.records)).toMatchObject({
      state: "stopped",
      stop: { reason: "budget", message: "The tokens are used up." },
    });
    log.add(60_000, { type: "run.resumed", cycle: 1 });
    const resumed = summarize(log.records);
    expect(resumed).toMatchObject({ state: "unfinished", resumptions: 1 });
    expect(resumed.total.ms).toBe(15);
  });

  test("is told where a question is asked again after a kill, as one question", () => {
    const log = buildLog();
    log.add(0, started());
    const cycle = inCycle(log, 1);
    cycle.begin();
    const [call = ""] = cycle.reply("", { wants: [["send_message_to_operator", {}]] });
    cycle.put(call, "Shall I?");
    expect(summarize(log.records).total).toMatchObject({ questions: 1, answers: 0 });
    log.add(5_000, { type: "run.resumed", cycle: 1 });
    cycle.ask(call, "Shall I?", { answer: "Yes.", ms: 2_000 });
    expect(summarize(log.records).total).toMatchObject({ questions: 1, answers: 1, toolCalls: 1 });
  });
});

const FIGURES = [
  "steps",
  "modelFailures",
  "toolCalls",
  "toolFailures",
  "questions",
  "answers",
  "modelMs",
  "operatorMs",
] as const satisfies readonly (keyof Work)[];

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function countOf(records: readonly RunRecord[], type: RunRecordType): number {
  return records.filter((record) => record.type === type).length;
}

/** Fractions are rounded by the arithmetic. */
const TINY = 1e-9;

function checkLane({ spans, rows }: Lane): void {
  const ends: number[] = Array(rows).fill(0);
  for (const { x, width, row } of spans) {
    expect(row).toBeLessThan(rows);
    expect(x).toBeGreaterThanOrEqual((ends[row] ?? 0) - TINY);
    expect(width).toBeGreaterThanOrEqual(-TINY);
    expect(x + width).toBeLessThanOrEqual(1 + TINY);
    ends[row] = x + width;
  }
}

describe("any beginning of any log", () => {
  test("has totals that are the sums of its cycles, its tools and its records", () => {
    fc.assert(
      fc.property(cutRun, (records) => {
        const { total, cycles, tools, cyclesDone } = summarize(records);
        const added = (figure: (cycle: CycleSummary) => number) => sum(cycles.map(figure));
        for (const figure of FIGURES) expect(total[figure]).toBe(added((cycle) => cycle[figure]));
        expect(total.usage.inputTokens).toBe(added(({ usage }) => usage.inputTokens));
        expect(sum(tools.map(({ calls }) => calls))).toBe(total.toolCalls);
        expect(sum(tools.map(({ failures }) => failures))).toBe(total.toolFailures);
        expect(total.steps).toBe(countOf(records, "model.replied"));
        expect(total.modelFailures).toBe(countOf(records, "model.failed"));
        expect(total.answers).toBe(countOf(records, "operator.answered"));
        expect(cyclesDone).toBe(countOf(records, "cycle.finished"));
        const written = records.flatMap((record) =>
          record.type === "model.replied" ? [record.usage.outputTokens] : [],
        );
        expect(total.usage.outputTokens).toBe(sum(written));
      }),
      { numRuns: casesOf(300) },
    );
  });

  test("takes no longer than from its first record to its last, the cycles within it", () => {
    fc.assert(
      fc.property(cutRun, (records) => {
        const { total, cycles } = summarize(records);
        const [first, last] = [records[0], records.at(-1)];
        const span =
          first === undefined || last === undefined
            ? 0
            : Date.parse(last.at) - Date.parse(first.at);
        expect(total.ms).toBeLessThanOrEqual(span);
        expect(sum(cycles.map(({ ms }) => ms))).toBeLessThanOrEqual(total.ms);
        expect(Math.min(0, ...cycles.map(({ ms }) => ms))).toBe(0);
      }),
      { numRuns: casesOf(300) },
    );
  });

  test("has a timeline that stays within its width and draws nothing over anything", () => {
    fc.assert(
      fc.property(cutRun, (records) => {
        for (const lane of timelineOf(tellStory(records)).lanes) checkLane(lane);
      }),
      { numRuns: casesOf(300) },
    );
  });

  test("can be shown, compared and reported", () => {
    fc.assert(
      fc.property(cutRun, cutRun, (a, b) => {
        const { lines } = createTranscript({ style: PLAIN, columns: 80, isFull: true });
        const shown = a.flatMap(lines).join("\n");
        expect(shown.split("Cycle ").length - 1).toBeGreaterThanOrEqual(
          countOf(a, "cycle.started"),
        );
        expect(compareRuns(a, b).b.total.steps).toBe(countOf(b, "model.replied"));
        expect(reportPage(runId(), a)).toMatch(/<\/html>\n$/);
      }),
      { numRuns: casesOf(100) },
    );
  });
});

test("a clock that was set back makes no negative times", () => {
  const log = buildLog();
  log.add(10_000, started());
  const cycle = inCycle(log, 1);
  cycle.begin();
  log.add(-9_000, { type: "model.called", cycle: 1, step: 1 });
  cycle.reply("Done.");
  const { total, cycles } = summarize(log.records);
  expect(total.ms).toBeGreaterThanOrEqual(0);
  expect(cycles[0]?.ms).toBeGreaterThanOrEqual(0);
});

describe("a log", () => {
  const text = logText(sampleRun());

  test("cut anywhere is read up to its last whole line", () => {
    const whole = sampleRun();
    fc.assert(
      fc.property(fc.nat({ max: text.length }), (length) => {
        const { records, fault } = readRecords(text.slice(0, length));
        expect(fault).toBeUndefined();
        expect(records).toEqual(whole.slice(0, text.slice(0, length).split("\n").length - 1));
      }),
      { numRuns: casesOf(60) },
    );
  });

  test.each([
    ["is not JSON", "{oops", /not JSON/],
    ["is no object", "null", /no type of record/],
    ["is of another version", '{"v":1,"seq":3,"type":"run.dreamed"}', /no type of record/],
    ["lacks a part", '{"v":1,"seq":3,"type":"cycle.started"}', /^at: /],
    ["has another's place", text.split("\n")[3] ?? "", /record 4 in the place of record 3/],
  ])("with a line that %s is read up to it and says where", (_, line, reason) => {
    const lines = text.split("\n");
    const broken = [...lines.slice(0, 2), line, ...lines.slice(3)].join("\n");
    const { records, fault } = readRecords(broken);
    expect(records).toHaveLength(2);
    expect(fault).toMatchObject({ line: 3, reason: expect.stringMatching(reason) });
  });
});
