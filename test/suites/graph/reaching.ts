import { expect, test } from "vitest";
import type { ReachQuery } from "../../../src/ports/store/graph-store.ts";
import { type Drawn, draw, type GraphUnderTest, putting, WORKSPACE } from "./drawn.ts";

/** Walks over a graph. */
export function reachingFacts(under: GraphUnderTest): void {
  const near = async (
    walk: "ancestors" | "descendants",
    drawn: Drawn,
    over: Partial<ReachQuery> & { readonly of: string },
  ) => {
    const { of, ...rest } = over;
    const found = await under.graph[walk]({ workspace: WORKSPACE, id: drawn.id(of), ...rest });
    const names = drawn.names(found);
    return found.map(({ depth }, index) => `${names[index]}${depth}`);
  };

  test("ancestors are what it came of, each once and the nearest first; descendants what came of it", async () => {
    const drawn = await putting(under.graph, draw("e>d d>b d>c b>a c>a e>a a>z"));
    expect(await near("ancestors", drawn, { of: "e" })).toEqual(["a1", "d1", "b2", "c2", "z2"]);
    expect(await near("descendants", drawn, { of: "a" })).toEqual(["b1", "c1", "e1", "d2"]);
    expect(await near("ancestors", drawn, { of: "z" })).toEqual([]);
    expect(await near("descendants", drawn, { of: "e" })).toEqual([]);
  });

  test("a walk ends at its depth and at its limit, and leads over nodes of other kinds", async () => {
    const kinds = { b: "question", d: "question" } as const;
    const drawn = await putting(under.graph, draw("e>d d>c c>b b>a", { kinds }));
    expect(await near("ancestors", drawn, { of: "e", maxDepth: 2 })).toEqual(["d1", "c2"]);
    expect(await near("ancestors", drawn, { of: "e", limit: 3 })).toEqual(["d1", "c2", "b3"]);
    expect(await near("ancestors", drawn, { of: "e", kind: "question" })).toEqual(["d1", "b3"]);
    const one = { of: "e", kind: "question", limit: 1 } as const;
    expect(await near("ancestors", drawn, one)).toEqual(["d1"]);
    expect(await near("descendants", drawn, { of: "a", maxDepth: 1 })).toEqual(["b1"]);
    expect(await near("descendants", drawn, { of: "a", kind: "agent" })).toEqual([]);
  });

  test("a walk is at most 64 edges long, and 32 where nothing is said", async () => {
    const long = Array.from({ length: 70 }, (_, index) => `n${index}>n${index + 1}`).join(" ");
    const drawn = await putting(under.graph, draw(long));
    const of = { of: "n0" };
    expect(await near("ancestors", drawn, of)).toHaveLength(32);
    expect((await near("ancestors", drawn, { ...of, maxDepth: 1_000 })).at(-1)).toBe("n6464");
    const path = async (to: string) =>
      drawn.names(
        await under.graph.path({ workspace: WORKSPACE, from: drawn.id("n0"), to: drawn.id(to) }),
      );
    expect(await path("n64")).toHaveLength(65);
    expect(await path("n65")).toEqual([]);
  });

  test("a cycle ends, and a node is not its own ancestor", async () => {
    const drawn = await putting(under.graph, draw("a>b b>c c>a c>d a>a"));
    expect(await near("ancestors", drawn, { of: "a" })).toEqual(["b1", "c2", "d3"]);
    expect(await near("descendants", drawn, { of: "a" })).toEqual(["c1", "b2"]);
  });

  test("a path is one of the shortest, from its first node to its last", async () => {
    const drawn = await putting(under.graph, draw("e>d d>c c>b b>a e>x x>b"));
    const path = async (from: string, to: string) =>
      drawn.names(
        await under.graph.path({ workspace: WORKSPACE, from: drawn.id(from), to: drawn.id(to) }),
      );
    expect(await path("e", "a")).toEqual(["e", "x", "b", "a"]);
    expect(await path("a", "e")).toEqual([]);
    expect(await path("e", "e")).toEqual(["e"]);
    expect(await path("e", "nowhere")).toEqual([]);
  });

  test("where very many ways lead to few nodes a walk ends soon", async () => {
    const layers = 12;
    const edges = Array.from({ length: layers }, (_, layer) =>
      ["a", "b", "c"].flatMap((from) =>
        ["a", "b", "c"].map((to) => `${from}${layer}.>${to}${layer + 1}.`),
      ),
    ).flat();
    const drawn = await putting(under.graph, draw(edges.join(" ")));
    const found = await near("ancestors", drawn, { of: "a0." });
    expect(found).toHaveLength(layers * 3);
    expect(found.at(-1)).toBe("c12.12");
  });
}
