import fc from "fast-check";
import { expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import type { Graph, Relation } from "../../domain/liaison/graph.ts";
import { graphToCypher } from "./graph-cypher.ts";

const conversation = "cnv_1";

test("nodes and edges are merged, so that the statements may run again", () => {
  const graph: Graph = {
    nodes: [
      { id: "q", kind: "question", conversation, props: { topic: "audience" } },
      { id: "p", kind: "person", props: { name: "ana" } },
    ],
    edges: [{ from: "q", relation: "attributed_to", to: "p", conversation }],
  };
  expect(graphToCypher(graph)).toBe(
    [
      `MERGE (n:EarshotNode {id: 'q'}) SET n.kind = 'question', n.conversation = 'cnv_1', n.title = 'question: audience', n.props = '{"topic":"audience"}';\n`,
      `MERGE (n:EarshotNode {id: 'p'}) SET n.kind = 'person', n.conversation = null, n.title = 'person: ana', n.props = '{"name":"ana"}';\n`,
      `MATCH (a:EarshotNode {id: 'q'}), (b:EarshotNode {id: 'p'}) MERGE (a)-[r:ATTRIBUTED_TO]->(b) SET r.conversation = 'cnv_1';\n`,
    ].join(""),
  );
  expect(graphToCypher(graph, { workspace: "home" })).toContain("{workspace: 'home', id: 'q'}");
});

test("a relation that is none of ours is left out", () => {
  const relation = "X]->() DETACH DELETE n //" as Relation;
  const edges = [{ from: "a", relation, to: "b", conversation }];
  expect(graphToCypher({ nodes: [], edges })).toBe("");
});

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** As a server reads it: escapes of units first, then strings that are put together. */
function idOf(statement: string): string {
  const read = statement.replace(/\\u([0-9A-F]{4})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const strings = String.raw`'(?:[^'\\]|\\.)*'`;
  const [, literals = ""] =
    new RegExp(String.raw`\{id: (${strings}(?: \+ ${strings})*)\}\) SET n\.kind = `, "s").exec(
      read,
    ) ?? [];
  const parts = literals.match(new RegExp(strings, "gs")) ?? [];
  return parts
    .map((part) => part.slice(1, -1).replace(/\\(.)/gs, (_, sign) => ESCAPES[sign] ?? sign))
    .join("");
}

const HOSTILE = fc.array(
  fc.oneof(
    fc.constantFrom(
      "'",
      '"',
      "`",
      "\\",
      "\\u0027",
      "\\\\u0027",
      "\\U",
      "u0027",
      "\n",
      "\r\n",
      "\u2028",
    ),
    fc.constantFrom("})", " //", "/*", ";", "$x", "\0", "\u202e", "\ud800", "🦉", "é"),
    fc.string({ unit: ANY_CHARACTER }),
  ),
);

test("whatever an id is made of, its literal is that text and ends where it ends", () => {
  fc.assert(
    fc.property(HOSTILE, (parts) => {
      const id = parts.join("");
      const text = graphToCypher({ nodes: [{ id, kind: "task", props: { [id]: id } }], edges: [] });
      expect(text.split("\n")).toHaveLength(2);
      expect(idOf(text)).toBe(id);
    }),
  );
});
