import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readClosing } from "../../scripts/closing-line.ts";
import { cellsLeft, type ProofLine, sumOf } from "../../scripts/proofs/proof-lines.ts";
import { PROOFS, type Proof, type ProofName } from "../../scripts/proofs/proofs.ts";

/* How `npm run prove` goes on where it stopped, and what it counts as proved. */

const line = (cell: string, outcome: ProofLine["outcome"]): ProofLine => ({
  at: "2026-11-27T08:00:00.000Z",
  commit: "abc1234",
  of: "0123456789ab",
  seed: 1,
  volume: outcome === "skipped" ? 0 : 1,
  cell,
  outcome,
  seconds: 1,
  machine: "a machine",
});

const LINES = [line("a", "held"), line("b", "skipped"), line("c", "violated"), line("a", "held")];

describe("a proof of cells", () => {
  test("goes on with those that have not held, the skipped among them", () => {
    expect(cellsLeft(["a", "b", "c", "d"], LINES)).toEqual(["b", "c", "d"]);
    expect(cellsLeft(["a"], LINES)).toEqual([]);
  });

  test("takes more of those that held least often", () => {
    expect(cellsLeft(["a", "b", "c"], LINES, 4)).toEqual(["b", "c", "a", "b"]);
  });

  test("counts nothing that was skipped", () => {
    expect(sumOf(LINES)).toMatchObject({ volume: 3, violated: 1 });
  });

  test("has as many cells as its full volume says, each by its own name", () => {
    for (const { cells, full, each } of Object.values<Proof>(PROOFS)) {
      if (cells === undefined) continue;
      expect([new Set(cells).size, each]).toEqual([full, 1]);
    }
  });
});

test("what a run of the tests says at its end is read again, with why something was not tried", () => {
  const said =
    "dots\nnot tried: No Python SDK here.\n\n4 left to npm run prove\n1 tried once more\n2 passed, 0 failed, 3 skipped\n";
  expect(readClosing(said)).toEqual({
    counts: { passed: 2, failed: 0, skipped: 3, triedAgain: 1 },
    notTried: ["No Python SDK here."],
  });
});

const PART = /\b(?:takeShare|takeVolume|volumeOf|cellsOf)\(\s*"([\w-]+)"/g;

test("what a file of tests leaves of a proof is taken when that is run", () => {
  const forgotten = globSync("{src,test}/**/*.test.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(PART)]
      .filter(([, name]) => !(PROOFS[name as ProofName] as Proof).tests.includes(file))
      .map(([, name]) => `${file} is no test of ${name}`),
  );
  expect(forgotten).toEqual([]);
  // The proof `fuzz` runs what names the library of properties.
  const without = globSync("{src,test}/**/*.test.ts").filter((file) => {
    const text = readFileSync(file, "utf8");
    return /\bcasesOf\b[^;]*proofs\.ts"/.test(text) && !text.includes("fast-check");
  });
  expect(without).toEqual([]);
});

test("of no control that SECURITY.md names are all facts left to npm run prove", () => {
  const page = readFileSync("SECURITY.md", "utf8");
  const named = [...page.matchAll(/`(test\/[\w/*-]+\.test\.ts)`/g)].flatMap(([, path = ""]) =>
    globSync(path),
  );
  expect(named.length).toBeGreaterThan(20);
  const left = named.filter((file) =>
    [...readFileSync(file, "utf8").matchAll(/takeVolume\("([\w-]+)"/g)].some(
      ([, name]) => PROOFS[name as ProofName].small === 0,
    ),
  );
  expect(left).toEqual([]);
});
