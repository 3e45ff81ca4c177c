import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SelectionRecord } from "../../src/domain/liaison/selection-records.ts";
import { launch, ROOT, testFolder } from "../support/cli.ts";
import { PACKAGE_SOURCES } from "../support/package-sources.ts";

const SELECT = join(ROOT, "examples", "evolution", "select.ts");

function round(
  agent: string,
  fitness: number,
  more: Partial<SelectionRecord> = {},
): SelectionRecord {
  return {
    conversation_id: "cnv_1",
    task_id: "cnv_1/task/1",
    round: 1,
    agent,
    at: "2026-11-21T12:00:00.000Z",
    fitness,
    confidence: 0.8,
    acceptance_status: "accepted",
    dimensions: {},
    requirements: [],
    improvement_suggestions: [],
    clarity: { questions: 1, turns: 1, corrections: 0, specification_confidence: 0.9 },
    ...more,
  };
}

const requirement = (description: string, score: number, importance = 1) => ({
  requirement_id: description,
  description,
  importance,
  score,
  confidence: 0.6,
});

const ROUNDS = [
  ...Array.from({ length: 40 }, () => round("owl", 0.1)),
  ...Array.from({ length: 40 }, () => round("fox", 0.9)),
  round("fox", 0.8, {
    requirements: [
      requirement("Filter by region", 0.2),
      requirement("Bar charts", 0.9),
      requirement("A cover picture", 0.1, 0.2),
    ],
    improvement_suggestions: ["The filter should keep its choice"],
  }),
];

async function select(rounds: readonly SelectionRecord[], ...args: readonly string[]) {
  const file = join(testFolder(), "rounds.jsonl");
  writeFileSync(file, rounds.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const node = ["--import", PACKAGE_SOURCES, SELECT, "--rounds", file, ...args];
  return await launch(process.execPath, node).finished;
}

test("the example runs the best variant next and aims at what failed it", async () => {
  const { code, stdout } = await select(ROUNDS, "--sure", "newcomer");
  expect(stdout.split("\n").slice(0, 3).toSorted()).toEqual([
    expect.stringMatching(/^fox: 0\.[78]\d, of 41 rounds with feedback$/),
    expect.stringMatching(/^newcomer: 0\.\d\d, of 0 rounds/),
    expect.stringMatching(/^owl: 0\.\d\d, of 40 rounds/),
  ]);
  expect(stdout).toContain(
    "Run next: fox\nAim at: Filter by region\nAsked for: The filter should keep its choice\n",
  );
  expect(code).toBe(0);
});

test("the example draws among what it knows", async () => {
  // They lie nine spreads apart: no draw brings the other.
  expect((await select(ROUNDS)).stdout).toContain("Run next: fox\n");
});

test("the example names what it lacks where there are no rounds", async () => {
  const { code, stderr } = await select([]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("There are no rounds yet");
});
