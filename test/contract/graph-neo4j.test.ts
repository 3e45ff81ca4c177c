import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ConversationId } from "../../src/domain/id.ts";
import type { GraphEdge, GraphNode } from "../../src/domain/liaison/graph.ts";
import { openCypherServer } from "../../src/graph/cypher-server.ts";
import { createNeo4jGraph } from "../../src/graph/neo4j-graph.ts";
import { graphToCypher } from "../../src/render/graph/graph-cypher.ts";
import { describeGraph } from "../suites/describe-graph.ts";

/*
 * A real server, where NEO4J_URL tells of one; NEO4J_USER, NEO4J_PASSWORD and NEO4J_DATABASE where it
 * asks for them. What a test has put stays in it.
 */
const { NEO4J_URL: url, NEO4J_USER: user, NEO4J_PASSWORD: password } = process.env;
const database = process.env["NEO4J_DATABASE"];

const EXPORTED = [
  "'",
  '"',
  "`",
  "\\",
  "\\u0027",
  "\\\\u0027}) DETACH DELETE n //",
  "\\U0027",
  "\n;\n",
  "\t\r",
  "'}) DETACH DELETE n //",
  "\u2028\u202e",
  "🦉 é",
  "$workspace",
  "/* */",
  "\0",
];

if (url === undefined) {
  describe("the graph on Neo4j", () => {
    test.skip("does what every graph does (skipped: NEO4J_URL names no server)", () => {});
  });
} else {
  describeGraph("Neo4j", async () => {
    const graph = await createNeo4jGraph({ url, user, password, database });
    return { graph, close: () => graph.close() };
  });

  test("an export in Cypher makes the same graph, whatever is written in it, and once", async () => {
    const graph = await createNeo4jGraph({ url, user, password, database });
    const server = await openCypherServer({ url, user, password, database });
    onTestFinished(async () => {
      await Promise.all([graph.close(), server.close()]);
    });
    const conversation = `cnv_${randomUUID()}` as ConversationId;
    const nodes = EXPORTED.map((text, index): GraphNode => {
      const id = `${index} ${text} ${conversation}`;
      return { id, kind: "exchange", conversation, props: { [text]: text } };
    });
    const edges = nodes.slice(1).map(({ id }, index): GraphEdge => {
      const to = nodes[index]?.id ?? "";
      return { from: id, relation: "derived_from", to, conversation };
    });
    const text = graphToCypher({ nodes, edges }, { workspace: "default" });
    for (const statement of [...text.split("\n"), ...text.split("\n")]) {
      if (statement !== "") await server.write(statement.slice(0, -1), {});
    }
    const whole = await graph.whole("default", conversation);
    const byId = (one: GraphNode, other: GraphNode) => (one.id < other.id ? -1 : 1);
    expect(whole.nodes.toSorted(byId)).toEqual(nodes.toSorted(byId));
    expect(whole.edges).toEqual(expect.arrayContaining(edges));
    expect(whole.edges).toHaveLength(edges.length);
    await graph.remove("default", conversation);
  });
}

test("an address of no server is told of without its password", async () => {
  const opening = createNeo4jGraph({ url: "http://ana:secret@127.0.0.1:1" });
  await expect(opening).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(opening).rejects.not.toThrow(/secret/);
});

test("a server that is not there is told of", async () => {
  const opening = createNeo4jGraph({ url: "bolt://127.0.0.1:1" });
  await expect(opening).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("127.0.0.1:1"),
  });
});
