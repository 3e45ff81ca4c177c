import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type PeerRow, peersTable } from "../bench/peer-row.ts";
import { PEER_SIDES, PEERS_FOLDER, versionsOf } from "../bench/peer-sides.ts";
import { processorMs, processTree } from "../bench/process-tree.ts";
import { countSynced } from "../bench/sync-trace.ts";
import type { SystemCall } from "./support/trace.ts";

/* What keeps the bench of peers honest without installing any of them. */

const ROOT = new URL("../", import.meta.url);
const read = (path: string, from = ROOT) => readFileSync(new URL(path, from), "utf8");

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Lock {
  readonly packages: Readonly<Record<string, Partial<Manifest> & { readonly version?: string }>>;
}
const peers = JSON.parse(read("package.json", PEERS_FOLDER)) as Manifest;
const lock = JSON.parse(read("package-lock.json", PEERS_FOLDER)) as Lock;
const root = JSON.parse(read("package.json")) as Manifest;
const results = JSON.parse(read("results/peers.json")) as {
  readonly command: string;
  readonly results: readonly PeerRow[];
};

const bench = (...args: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL("bench/peers.ts", ROOT)), ...args], {
    encoding: "utf8",
  });

test("each peer is locked at the exact version that its folder names", () => {
  for (const [name, version] of Object.entries(peers.dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(lock.packages[`node_modules/${name}`]?.version).toBe(version);
  }
  expect(lock.packages[""]?.dependencies).toEqual(peers.dependencies);
});

test("no peer is a dependency of Earshot", () => {
  const shown = PEER_SIDES.flatMap(({ packages }) => packages);
  expect(shown.length).toBeGreaterThan(0);
  const own = Object.keys(root.dependencies).concat(Object.keys(root.devDependencies ?? {}));
  expect(own.filter((name) => shown.includes(name))).toEqual([]);
  expect(read("package-lock.json")).not.toContain("bench/peers");
});

test("each row has a program, named versions and a row of Earshot before it", () => {
  const names = PEER_SIDES.map(({ name }) => name);
  for (const side of PEER_SIDES) {
    expect(existsSync(side.program), side.name).toBe(true);
    for (const version of Object.values(versionsOf(side))) expect(version).toMatch(/^\d/);
    expect(names.indexOf(side.beside)).toBeLessThanOrEqual(names.indexOf(side.name));
  }
});

test("the list names every row; an unknown one is refused before anything is installed", () => {
  const { status, stdout } = bench("--list");
  expect(status).toBe(0);
  const listed = stdout.trim().split("\n");
  expect(listed.map((line) => line.split(" ")[0])).toEqual(PEER_SIDES.map(({ name }) => name));
  const refused = bench("dbos", "abacus");
  expect([refused.status, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain("abacus");
});

test("the table of PERFORMANCE.md is that of results/peers.json, with every row", () => {
  const page = read("PERFORMANCE.md");
  expect(page).toContain(peersTable(results.results));
  expect(page).toContain(`$ ${results.command}\n`);
  expect(results.results.map(({ name }) => name)).toEqual(PEER_SIDES.map(({ name }) => name));
  for (const { name, versions } of results.results) {
    const side = PEER_SIDES.find((one) => one.name === name);
    expect(versions, name).toEqual(side === undefined ? undefined : versionsOf(side));
  }
});

const MEASURED = {
  syncs: { done: { of: 200, synced: 200 }, heard: { of: 100, synced: 0 } },
  alone: { value: 123.4, ratio: 1.234 },
  atOnce: { value: 2_345.6, ratio: 0.5 },
  processorMs: { value: 0.4321, ratio: 3 },
  resumeMs: { value: 1.5, ratio: 2 },
};
const NAMED = { name: "one", title: "One", keepsIn: "SQLite", versions: { one: "1.2.3" } } as const;

test("the table says what was synced, not traced and skipped, and why", () => {
  const lines = peersTable([
    { ...NAMED, ...MEASURED },
    { ...NAMED, ...MEASURED, syncs: { notTraced: "strace is not on the PATH" } },
    { ...NAMED, skipped: "it has no program here" },
  ])
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const named = ["", "One", "one 1.2.3", "SQLite"];
  const figures = ["123 (1.23×)", "2,346 (0.5×)", "0.432 (3×)", "1.5 (2×)", ""];
  expect(lines).toEqual([
    [...named, "yes: 200 of 200", "no: 0 of 100", ...figures],
    [...named, "not traced", "not traced", ...figures],
    [...named, "skipped: it has no program here", "", "", "", "", "", ""],
  ]);
});

type Call = readonly [name: string, begun: number, ended: number];

/** Calls in the order in which they end, each with the place of its beginning and end. */
function traced(...calls: readonly Call[]) {
  return calls.map(([name, begun, ended]): SystemCall => {
    const isSync = name.startsWith("f");
    const text = isSync ? "3</data/log>" : `"/earshot-bench/${name}"`;
    const result = isSync ? "0" : "-1 ENOENT (No such file or directory)";
    return { name: isSync ? name : "access", begun, ended, file: "", text, result };
  });
}

test("a call is synced only if an fsync began and ended between its beginning and its done", () => {
  const count = (...calls: readonly Call[]) => countSynced(traced(...calls), "done");
  expect(count(["begin", 1, 1], ["fsync", 2, 3], ["done", 4, 4])).toBe(1);
  expect(count(["begin", 1, 1], ["fdatasync", 2, 2], ["done", 3, 3])).toBe(1);
  expect(count(["begin", 1, 1], ["done", 2, 2], ["fsync", 3, 3])).toBe(0);
  expect(count(["begin", 2, 2], ["fsync", 1, 3], ["done", 4, 4])).toBe(0);
  expect(count(["fsync", 1, 1], ["begin", 2, 2], ["done", 3, 3])).toBe(0);
  const failed = traced(["begin", 1, 1], ["fsync", 2, 2], ["done", 3, 3]).map((call) =>
    call.name === "fsync" ? { ...call, result: "-1 EIO (Input/output error)" } : call,
  );
  expect(countSynced(failed, "done")).toBe(0);
});

test("what a waiter hears is counted from the answer, not from the question", () => {
  const question = [
    ["begin", 1, 1],
    ["fsync", 2, 2],
    ["done", 3, 3],
  ] as const;
  const early = traced(
    ...question,
    ["begin", 4, 4],
    ["heard", 5, 5],
    ["fsync", 6, 6],
    ["done", 7, 7],
  );
  expect([countSynced(early, "heard"), countSynced(early, "done")]).toEqual([0, 2]);
  const late = traced(
    ...question,
    ["begin", 4, 4],
    ["fsync", 5, 5],
    ["done", 6, 6],
    ["heard", 7, 7],
  );
  expect([countSynced(late, "heard"), countSynced(late, "done")]).toEqual([1, 2]);
});

test.runIf(process.platform === "linux")("a process has its children and its time", () => {
  const tree = processTree([process.ppid]);
  expect(tree).toContain(process.pid);
  const until = process.cpuUsage().user + 200_000;
  const before = processorMs([process.pid]);
  while (process.cpuUsage().user < until);
  expect(processorMs([process.pid]) - before).toBeGreaterThan(100);
});
