import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { GraphEdge, GraphNode } from "../../../src/domain/liaison/graph.ts";
import { draw, ELSEWHERE, type GraphUnderTest, sorted, WORKSPACE } from "./drawn.ts";

/** What is put, and that each workspace has a graph of its own. */
export function puttingFacts(under: GraphUnderTest): void {
  test("what was put twice is there once, with the props that it had last", async () => {
    const { graph } = under;
    const drawn = draw("b>a");
    const { nodes, edges, conversation, id } = drawn;
    await graph.put(WORKSPACE, drawn);
    const [first] = nodes;
    if (first === undefined) throw new Error("There is no node.");
    const props: JsonObject = {
      name: "b",
      deep: { list: [1, null, "x"] },
      yes: true,
      number: 0.25,
    };
    const changed: GraphNode = { ...first, props };
    await graph.put(WORKSPACE, { nodes: [first, ...nodes, changed], edges: [...edges, ...edges] });
    expect(await graph.node(WORKSPACE, id("b"))).toEqual(changed);
    expect(await graph.edges(WORKSPACE, id("b"))).toEqual(edges);
    const whole = await graph.whole(WORKSPACE, conversation);
    expect(sorted(whole)).toEqual(sorted({ nodes: [changed, ...nodes.slice(1)], edges }));
  });

  test("a node that is not there is undefined, and has no edges and no neighbours", async () => {
    const { graph } = under;
    const { id } = draw("a");
    const of = { workspace: WORKSPACE, id: id("a") };
    expect(await graph.node(WORKSPACE, of.id)).toBeUndefined();
    expect(await graph.edges(WORKSPACE, of.id)).toEqual([]);
    expect(await graph.ancestors(of)).toEqual([]);
    expect(await graph.descendants(of)).toEqual([]);
    expect(await graph.path({ workspace: WORKSPACE, from: of.id, to: of.id })).toEqual([]);
  });

  test("an edge needs both of its nodes", async () => {
    const { graph } = under;
    const drawn = draw("b>a");
    const { nodes, edges, id } = drawn;
    await graph.put(WORKSPACE, { nodes: nodes.slice(0, 1), edges });
    expect(await graph.edges(WORKSPACE, id("b"))).toEqual([]);
    await graph.put(WORKSPACE, { nodes: nodes.slice(1), edges });
    expect(await graph.edges(WORKSPACE, id("b"))).toEqual(edges);
  });

  test("edges from and to a node are its edges, one for each relation", async () => {
    const { graph } = under;
    const drawn = draw("b>a c>b d>c");
    const also: GraphEdge = { ...(drawn.edges[0] as GraphEdge), relation: "answers" };
    await graph.put(WORKSPACE, { ...drawn, edges: [...drawn.edges, also] });
    const edges = await graph.edges(WORKSPACE, drawn.id("b"));
    expect(sorted({ nodes: [], edges })).toEqual(
      sorted({ nodes: [], edges: [...drawn.edges.slice(0, 2), also] }),
    );
  });

  test("two workspaces with the same ids see nothing of each other", async () => {
    const { graph } = under;
    const drawn = draw("b>a");
    const { nodes, edges, conversation, id } = drawn;
    await graph.put(WORKSPACE, drawn);
    expect(await graph.node(ELSEWHERE, id("a"))).toBeUndefined();
    const [, a] = nodes;
    if (a === undefined) throw new Error("There is no node.");
    const others: GraphNode = { ...a, props: { name: "another" } };
    await graph.put(ELSEWHERE, { nodes: [others], edges });
    expect(await graph.node(WORKSPACE, id("a"))).toEqual(a);
    expect(await graph.edges(ELSEWHERE, id("a"))).toEqual([]);
    expect(await graph.ancestors({ workspace: ELSEWHERE, id: id("b") })).toEqual([]);
    expect(await graph.descendants({ workspace: ELSEWHERE, id: id("a") })).toEqual([]);
    expect(await graph.whole(ELSEWHERE, conversation)).toEqual({ nodes: [others], edges: [] });
    const path = { from: id("b"), to: id("a") };
    expect(await graph.path({ workspace: ELSEWHERE, ...path })).toEqual([]);
    await graph.remove(ELSEWHERE, conversation);
    expect(await graph.node(WORKSPACE, id("a"))).toEqual(a);
    expect(await graph.node(ELSEWHERE, id("a"))).toBeUndefined();
  });
}
