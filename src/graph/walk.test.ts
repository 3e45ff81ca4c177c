import { expect, test } from "vitest";
import type { GraphNode, NodeKind } from "../domain/liaison/graph.ts";
import { type Neighbours, reach, shortestPath } from "./walk.ts";

const WORKSPACE = "default";

function node(id: string, kind: NodeKind = "exchange"): GraphNode {
  return { id, kind, props: {} };
}

/** Of edges such as `b>a`; ids that begin with `q` are questions. Notes what it was asked for. */
function drawn(edges: string) {
  const pairs = edges.split(" ").map((edge) => edge.split(">") as [string, string]);
  const asked: (readonly string[])[] = [];
  const neighbours: Neighbours = async (ids) => {
    asked.push(ids);
    return pairs
      .filter(([from]) => ids.includes(from))
      .map(([from, to]) => ({
        from,
        node: node(to, to.startsWith("q") ? "question" : "exchange"),
      }));
  };
  return { asked, neighbours };
}

test("each node is met once, at its nearest, and asked of once, also in a cycle", async () => {
  const { asked, neighbours } = drawn("a>b a>c b>d c>d d>a d>e b>b");
  const found = await reach({ workspace: WORKSPACE, id: "a" }, neighbours);
  expect(found.map(({ node: { id }, depth }) => `${id}${depth}`)).toEqual(["b1", "c1", "d2", "e3"]);
  expect(asked).toEqual([["a"], ["b", "c"], ["d"], ["e"]]);
});

test("a walk asks no farther than its depth, and no more than its limit needs", async () => {
  const chain = drawn("a>b b>q1 q1>c c>q2");
  const from = { workspace: WORKSPACE, id: "a" };
  const near = await reach({ ...from, maxDepth: 2 }, chain.neighbours);
  expect(near.map((one) => one.node.id)).toEqual(["b", "q1"]);
  expect(chain.asked).toHaveLength(2);
  const kind = "question";
  const one = await reach({ ...from, kind, limit: 1 }, chain.neighbours);
  expect(one.map(({ node: { id }, depth }) => `${id} ${depth}`)).toEqual(["q1 2"]);
  const both = await reach({ ...from, kind }, chain.neighbours);
  expect(both.map(({ node: { id } }) => id)).toEqual(["q1", "q2"]);
});

test("a path is one of the shortest, and none where nothing leads there", async () => {
  const { neighbours } = drawn("a>b b>c c>d a>x x>d d>a");
  const path = async (from: string, to: string) =>
    (await shortestPath({ first: node(from), to }, neighbours)).map(({ id }) => id);
  expect(await path("a", "d")).toEqual(["a", "x", "d"]);
  expect(await path("c", "b")).toEqual(["c", "d", "a", "b"]);
  expect(await path("a", "a")).toEqual(["a"]);
  expect(await path("a", "nowhere")).toEqual([]);
});

test("a path has at most 64 edges", async () => {
  const long = Array.from({ length: 70 }, (_, index) => `${index}>${index + 1}`).join(" ");
  const { neighbours } = drawn(long);
  expect(await shortestPath({ first: node("0"), to: "64" }, neighbours)).toHaveLength(65);
  expect(await shortestPath({ first: node("0"), to: "65" }, neighbours)).toEqual([]);
});
