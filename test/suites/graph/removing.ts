import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { GraphEdge, GraphNode } from "../../../src/domain/liaison/graph.ts";
import { type Drawn, draw, type GraphUnderTest, sorted, WORKSPACE } from "./drawn.ts";

/** What a conversation takes with it. */
export function removingFacts(under: GraphUnderTest): void {
  test("what belongs to a conversation is taken out; agents, people and other conversations stay", async () => {
    const { graph } = under;
    const [drawn, other] = [draw("b>a"), draw("c>d")];
    const person: GraphNode = { id: `prn/${randomUUID()}`, kind: "person", props: { name: "ana" } };
    const by = (of: Drawn, name: string): GraphEdge => ({
      from: of.id(name),
      relation: "attributed_to",
      to: person.id,
      conversation: of.conversation,
    });
    const between: GraphEdge = {
      from: other.id("d"),
      relation: "derived_from",
      to: drawn.id("a"),
      conversation: other.conversation,
    };
    const [mine, others] = [by(drawn, "a"), by(other, "d")];
    await graph.put(WORKSPACE, {
      nodes: [...drawn.nodes, person],
      edges: [...drawn.edges, mine],
    });
    await graph.put(WORKSPACE, {
      nodes: [...other.nodes, person],
      edges: [...other.edges, others, between],
    });
    expect(sorted(await graph.whole(WORKSPACE, drawn.conversation))).toEqual(
      sorted({ nodes: [...drawn.nodes, person], edges: [...drawn.edges, mine] }),
    );

    await graph.remove(WORKSPACE, drawn.conversation);
    await graph.remove(WORKSPACE, drawn.conversation);
    expect(await graph.whole(WORKSPACE, drawn.conversation)).toEqual({ nodes: [], edges: [] });
    expect(await graph.node(WORKSPACE, drawn.id("a"))).toBeUndefined();
    expect(await graph.node(WORKSPACE, person.id)).toEqual(person);
    expect(await graph.edges(WORKSPACE, person.id)).toEqual([others]);
    expect(await graph.ancestors({ workspace: WORKSPACE, id: other.id("d") })).toEqual([
      { node: person, depth: 1 },
    ]);
    expect(sorted(await graph.whole(WORKSPACE, other.conversation))).toEqual(
      sorted({ nodes: [...other.nodes, person], edges: [...other.edges, others] }),
    );
  });
}
