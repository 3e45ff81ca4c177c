import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const FILES = globSync("**/*.{ts,tsx}", { cwd: SRC })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .sort();

/** What one file needs of another: at a start, late, for its types alone, or as a worker's file. */
const NEEDED = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*)"(\.{1,2}\/[^"]+)"/g;

function graphOfFiles(): Graph {
  const known = new Set(FILES);
  const needs = (file: string) =>
    [...readFileSync(join(SRC, file), "utf8").matchAll(NEEDED)]
      .map(([, target = ""]) => join(dirname(file), target))
      .filter((target) => known.has(target));
  return new Map(FILES.map((file) => [file, new Set(needs(file))]));
}

/** A room is a folder; a folder in it is a room of its own. */
function graphOfRooms(files: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const [file, needs] of files) {
    const room = dirname(file);
    const others = rooms.get(room) ?? new Set();
    for (const need of needs) if (dirname(need) !== room) others.add(dirname(need));
    rooms.set(room, others);
  }
  return rooms;
}

/** Whatever needs itself by way of others, with all that stands on such a way. */
function circlesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((from) => [from, reachedFrom(graph, from)]));
  const inCircles = [...graph.keys()].filter((one) => reached.get(one)?.has(one));
  const circles = Map.groupBy(inCircles, (one) =>
    inCircles
      .filter((other) => reached.get(one)?.has(other) && reached.get(other)?.has(one))
      .sort()
      .join(" "),
  );
  return [...circles.keys()].map((circle) => circle.split(" "));
}

function reachedFrom(graph: Graph, from: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (reached.has(one)) continue;
    reached.add(one);
    open.push(...(graph.get(one) ?? []));
  }
  return reached;
}

const fileGraph = graphOfFiles();
const fileCircles = circlesOf(fileGraph);
const roomCircles = circlesOf(graphOfRooms(fileGraph));

test("no file needs itself by way of others, for types alone or not", () => {
  expect(FILES.length).toBeGreaterThan(1_000);
  expect(fileCircles).toEqual([]);
});

test("no room needs itself by way of others: the rooms of the house stand on floors", () => {
  expect(roomCircles).toEqual([]);
});

test("a circle is found, of two and by way of a third, and what leads to one is none", () => {
  const needs = { a: ["b"], b: ["a"], c: ["d"], d: ["e"], e: ["c"], f: ["a"], g: [] };
  const graph = new Map(Object.entries(needs).map(([from, to]) => [from, new Set(to)]));
  expect(circlesOf(graph)).toEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ]);
});
