import { expect, test } from "vitest";
import { compareRuns, comparisonRows, tableLines } from "../../src/host/report/compare.ts";
import { textWidth } from "../../src/render/fit.ts";
import { runId, sampleRun } from "./sample-run.ts";

const a = sampleRun();
const b = sampleRun({
  run: runId(5),
  model: "llama3.1:8b",
  system: "Look again.",
}).slice(0, 24);

test("what was changed in the experiment is told apart from what came of it", () => {
  const comparison = compareRuns(a, b);
  expect(comparison.changed).toEqual({ model: true, system: true, prompt: false, tools: false });
  expect(comparison.a).toMatchObject({ state: "finished", model: "qwen3:8b", cyclesDone: 3 });
  expect(comparison.b).toMatchObject({ state: "unfinished", model: "llama3.1:8b", cyclesDone: 1 });
  expect(compareRuns(a, a).changed).toEqual({
    model: false,
    system: false,
    prompt: false,
    tools: false,
  });
});

test("the table shows model, prompts, cycles, tokens, time, calls, questions and notes", () => {
  const rows = comparisonRows(compareRuns(a, b));
  const cells = Object.fromEntries(rows.map(({ what, a, b }) => [what.trim(), [a, b]]));
  expect(cells).toMatchObject({
    run: [runId(), runId(5)],
    state: ["finished", "unfinished"],
    model: ["qwen3:8b", "llama3.1:8b"],
    "system prompt": ["", "changed"],
    prompt: ["the same", "the same"],
    cycles: ["3 of 3", "1 of 3"],
    steps: ["8", "4"],
    "tokens in": ["11,383", "4,574"],
    "tokens out": ["694", "355"],
    time: ["1m 34s", "1m 12s"],
    questions: ["2, 1m 12s waited", "1, 1m 3s waited"],
    "tool calls": ["7, 1 failed", "4, 1 failed"],
    write: ["2", "1"],
    read: ["1", "0"],
    pattern_search: ["1, 1 failed", "1, 1 failed"],
    "final notes": [
      "A = squares + primes, B = squares. Both are kept under series/.",
      "Series B is the squares.",
    ],
  });
});

test.each([70, 100, 160])(
  "side by side they fit %d columns, and what differs is marked",
  (columns) => {
    const rows = comparisonRows(compareRuns(a, b));
    const marked: string[] = [];
    const lines = tableLines(rows, {
      columns,
      mark: (text) => {
        marked.push(text);
        return text;
      },
    });
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(columns);
    expect(marked.join("\n")).toContain("llama3.1:8b");
    expect(marked.join("\n")).not.toContain("pattern-hunt");
  },
);

test("text of an agent in the table is shown, not obeyed", () => {
  const evil = sampleRun({ name: "a\x1b[2Jb", model: "m\u202ex" });
  const lines = tableLines(comparisonRows(compareRuns(evil, b)), {}).join("\n");
  expect(lines).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  expect(lines).toContain("a\\u{1b}[2Jb");
});
