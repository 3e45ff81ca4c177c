import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ConversationId } from "../../../src/domain/id.ts";
import type { GraphNode, NodeKind, Relation } from "../../../src/domain/liaison/graph.ts";
import { draw, type GraphUnderTest, putting, sorted, WORKSPACE } from "./drawn.ts";

/** Ends strings, names and statements of any language that a database speaks. */
const HOSTILE = [
  `'`,
  `"`,
  "`",
  "\\",
  `\\' OR 1=1 //`,
  `'}) DETACH DELETE n //`,
  `"}) MATCH (n) DETACH DELETE n RETURN "`,
  "`]->() MATCH (m) DETACH DELETE m //",
  "'); drop table graph_nodes; --",
  "$workspace {id} \\u0027 \u2028 🦉 \u202e",
];

/** Texts that would be statements where they are not kept apart from them. */
export function hostileFacts(under: GraphUnderTest): void {
  test("ids, props and conversations are values, whatever is written in them", async () => {
    const { graph } = under;
    const bystander = await putting(graph, draw("b>a"));
    const relations: readonly Relation[] = ["part_of", "derived_from"];
    for (const text of HOSTILE) {
      const own = `${text} ${randomUUID()}`;
      const conversation = `cnv_${own}` as ConversationId;
      const nodes: readonly GraphNode[] = ["one", "two"].map((name) => ({
        id: `${name} ${own}`,
        kind: "exchange",
        conversation,
        props: { name, [text]: text, list: [text] },
      }));
      const ids = nodes.map(({ id }) => id);
      const [from = "", to = ""] = ids;
      const edges = relations.map((relation) => ({ from, relation, to, conversation }));
      await graph.put(WORKSPACE, { nodes, edges });
      expect(await graph.node(WORKSPACE, from), text).toEqual(nodes[0]);
      expect(sorted(await graph.whole(WORKSPACE, conversation)), text).toEqual(
        sorted({ nodes, edges }),
      );
      expect(await graph.path({ workspace: WORKSPACE, from, to }), text).toEqual(nodes);
      expect(await graph.ancestors({ workspace: WORKSPACE, id: from }), text).toEqual([
        { node: nodes[1], depth: 1 },
      ]);
      await graph.remove(WORKSPACE, conversation);
      expect(await graph.node(WORKSPACE, from), text).toBeUndefined();
    }
    expect(sorted(await graph.whole(WORKSPACE, bystander.conversation))).toEqual(
      sorted({ nodes: bystander.nodes, edges: bystander.edges }),
    );
  });

  test("a kind that nobody has is none, whatever is written in it", async () => {
    const drawn = await putting(under.graph, draw("b>a"));
    const kind = "exchange' OR '1'='1" as NodeKind;
    const query = { workspace: WORKSPACE, id: drawn.id("b"), kind };
    expect(await under.graph.ancestors(query)).toEqual([]);
  });
}
