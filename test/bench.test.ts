import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type Figure, reaches, toResult } from "../bench/figure.ts";
import { inPairs } from "../bench/pairs.ts";
import { QUESTION_LENGTH, questionText } from "../bench/question-text.ts";
import { median, quantile } from "../bench/statistics.ts";
import { table } from "../bench/table.ts";
import { PROOFS, volumeOf } from "../scripts/proofs/proofs.ts";

const BENCH = fileURLToPath(new URL("../bench/run.ts", import.meta.url));
const FIGURES = [
  "cycle.sqlite.c32",
  "cycle.cost",
  "resume.sqlite.c1",
  "bytes.pending",
  "pages.cycle",
  "memory.waiter",
  "memory.idle",
  "start.100k",
  "growth.1m",
  "audit.1m",
  "proof.bytes.1m",
  "proof.verify",
  "tool.dispatch",
  "authorize.c32",
  "policy.decide",
  "policy.decision",
  "policy.decision.16k",
  "policy.parsers",
  "memory.write",
  "memory.read",
  "pattern.search",
  "pattern.late",
  "mcp.ask",
  "mcp.firstbyte",
  "mcp.held",
  "proxy.overhead",
  "bridge.call",
  "bridge.import",
  "python.import",
  "cycle.postgres.c32",
  "nodes.2",
  "nodes.2.one",
  "wake.remote",
  "waiters.10k",
  "inbox.script",
  "inbox.open.10k",
  "inbox.key",
  "inbox.deck",
  "inbox.live",
  "inbox.fanout",
  "hub.send",
  "hub.edit",
  "hub.nodes",
  "host.resume",
  "host.two",
  "host.start",
  "upkeep.retention",
  "upkeep.pace",
  "upkeep.verify",
  "upkeep.backup",
  "upkeep.search",
  "upkeep.insights",
  "upkeep.erasure",
];
const COUNT = volumeOf("bench");
const MEASURED = COUNT < FIGURES.length ? ["cycle.sqlite.c32", "tool.dispatch"] : FIGURES;

/** All of them take some minutes. */
const SLOW = { timeout: 900_000 };

const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "earshot-bench-test-"));
  folders.push(folder);
  return folder;
}

/** Runs the bench with a folder of its own for temporary files. */
async function runBench(args: readonly string[], temporary = newFolder()) {
  const child = spawn(process.execPath, [BENCH, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TMPDIR: temporary },
  });
  children.push(child);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, err, lines: out.split("\n").slice(0, -1) };
}

test(
  `the bench prints one JSON line for each of ${COUNT} figures and nothing else`,
  SLOW,
  async () => {
    const file = join(newFolder(), "results.json");
    // Its own user has to reach PostgreSQL's folder, where root runs it.
    const args = ["--quick", "--json-file", file, ...MEASURED];
    const { code, err, lines } = await runBench(args, tmpdir());
    expect(code, err).toBe(0);
    const results = lines.map((line) => JSON.parse(line));
    const number = expect.any(Number);
    const measured = { value: number, unit: expect.any(String) };
    expect(results).toMatchObject(MEASURED.map((name) => ({ name, ...measured })));
    const cycle = results.find(({ name }) => name === "cycle.sqlite.c32");
    expect(cycle).toMatchObject({ unit: "cycles/s", reference: number, ratio: number });
    for (const name of MEASURED) expect(err).toMatch(new RegExp(`^${name} .*(pass|MISS)`, "m"));
    const stored = JSON.parse(readFileSync(file, "utf8"));
    expect(stored).toMatchObject({ node: process.version, machine: expect.any(String), results });
    expect(new Date(stored.date).getTime()).not.toBeNaN();
  },
);

test("the list names every figure, and all of them are the full volume", async () => {
  const { code, lines } = await runBench(["--list"]);
  expect(code).toBe(0);
  expect(lines.map((line) => line.split(" ")[0])).toEqual(FIGURES);
  expect(PROOFS.bench.full).toBe(FIGURES.length);
});

test("an unknown figure is refused before anything is measured", async () => {
  const { code, err, lines } = await runBench(["bytes.pending", "speed.of.light"]);
  expect(code).toBe(2);
  expect(err).toContain("speed.of.light");
  expect(lines).toEqual([]);
});

test("a figure that cannot be measured makes the bench fail without a line", async () => {
  const nowhere = join(newFolder(), "not", "there");
  const { code, err, lines } = await runBench(["--quick", "bytes.pending"], nowhere);
  expect(code).toBe(1);
  expect(err).toContain("could not be measured");
  expect(err).toMatch(/^bytes\.pending .*not measured/m);
  expect(lines).toEqual([]);
});

test("each pair is compared in itself, so that a machine that slows down does not count", async () => {
  const firsts = [1, 2, 30];
  const seconds = [10, 2, 3];
  const order: string[] = [];
  const take = (name: string, values: number[]) => async () => {
    order.push(name);
    return values.shift() ?? Number.NaN;
  };
  const pairs = await inPairs({
    pairs: 3,
    first: take("a", firsts),
    second: take("b", seconds),
  });
  expect(pairs).toMatchObject({ first: 2, second: 3, ratio: 1 });
  expect(order).toEqual(["a", "b", "b", "a", "a", "b"]);
});

test("a quantile lies between two values where none is there", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([0, 10], 0.99)).toBeCloseTo(9.9);
  expect(() => median([])).toThrow("nothing was measured");
});

const speed: Figure = {
  name: "speed",
  what: "how fast it is",
  unit: "cycles/s",
  judged: "ratio",
  better: "more",
  atLeast: 0.45,
  aim: 0.65,
  measure: async () => ({ value: 1 }),
};
const size: Figure = { ...speed, unit: "B", judged: "value", better: "less", atLeast: 20, aim: 10 };

test("a figure is judged by its ratio or its value, upwards or downwards", () => {
  const fast = toResult(speed, { value: 500, reference: 1_000, ratio: 0.5 });
  expect([reaches(speed, fast, 0.45), reaches(speed, fast, 0.65)]).toEqual([true, false]);
  const small = toResult(size, { value: 15 });
  expect([reaches(size, small, 20), reaches(size, small, 10)]).toEqual([true, false]);
  expect(reaches(speed, small, 0)).toBe(false);
});

test("the table says what passes, what is missed and what was not measured", () => {
  const slow = { ...speed, name: "slow" };
  const results = [
    toResult(speed, { value: 7, reference: 10, ratio: 0.7 }),
    toResult(slow, { value: 4, reference: 10, ratio: 0.4 }),
  ];
  const unmeasured = { ...size, name: "unmeasured" };
  const [, first, second, third] = table([speed, slow, unmeasured], results).split("\n");
  expect(first).toMatch(/0\.7\b.*≥ 0\.45.*≥ 0\.65.*pass, and the aim$/);
  expect(second).toMatch(/MISS$/);
  expect(third).toMatch(/^unmeasured .*not measured$/);
});

test("every question has the length that the figures are about, and is another", () => {
  const texts = Array.from({ length: 1_000 }, (_, n) => questionText(n));
  expect(new Set(texts.map((question) => question.length))).toEqual(new Set([QUESTION_LENGTH]));
  expect(new Set(texts).size).toBe(texts.length);
});
