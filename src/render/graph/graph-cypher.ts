import type { Graph, GraphEdge, GraphNode } from "../../domain/liaison/graph.ts";
import { RELATIONS } from "../../domain/liaison/graph.ts";
import { graphTitle } from "./graph-title.ts";

export interface CypherOptions {
  /** The workspace of the nodes, as in Earshot's own graph in Neo4j; absent if ids are enough. */
  readonly workspace?: string;
}

/**
 * The graph as Cypher statements, one a line, which create what is missing and can be run again.
 * Text from people occurs only in literals, which no text can end.
 */
export function graphToCypher({ nodes, edges }: Graph, options: CypherOptions = {}): string {
  const known = edges.filter(({ relation }) => RELATIONS.includes(relation));
  const statements = [
    ...nodes.map((node) => nodeStatement(node, options)),
    ...known.map((edge) => edgeStatement(edge, options)),
  ];
  return statements.map((statement) => `${statement};\n`).join("");
}

function nodeStatement(node: GraphNode, options: CypherOptions): string {
  const { id, kind, conversation, props } = node;
  const values = [
    `n.kind = ${literal(kind)}`,
    `n.conversation = ${conversation === undefined ? "null" : literal(conversation)}`,
    `n.title = ${literal(graphTitle(node))}`,
    `n.props = ${literal(JSON.stringify(props))}`,
  ];
  return `MERGE (n${pattern(id, options)}) SET ${values.join(", ")}`;
}

function edgeStatement(edge: GraphEdge, options: CypherOptions): string {
  const { from, relation, to, conversation } = edge;
  return [
    `MATCH (a${pattern(from, options)}), (b${pattern(to, options)})`,
    `MERGE (a)-[r:${relation.toUpperCase()}]->(b) SET r.conversation = ${literal(conversation)}`,
  ].join(" ");
}

function pattern(id: string, { workspace }: CypherOptions): string {
  const of = workspace === undefined ? "" : `workspace: ${literal(workspace)}, `;
  return `:EarshotNode {${of}id: ${literal(id)}}`;
}

const SHORT: Readonly<Record<string, string>> = {
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** Ends a string or a line, is invisible, or is half a character. */
const SPECIAL = /['\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A string literal. Servers may replace `\u0027` anywhere in a statement before they look for the
 * end of strings: a backslash of the text never stands before a `u`.
 */
function literal(text: string): string {
  const parts = text.split(/(?<=\\)(?=[uU])/).map((part) => {
    const inner = part
      .replaceAll("\\", "\\\\")
      .replace(SPECIAL, (sign) => SHORT[sign] ?? coded(sign));
    return `'${inner}'`;
  });
  return parts.join(" + ");
}

function coded(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, index) => sign.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0").toUpperCase()}`).join("");
}
