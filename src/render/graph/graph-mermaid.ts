import type { Graph, GraphNode, NodeKind } from "../../domain/liaison/graph.ts";
import { graphTitle } from "./graph-title.ts";

/** What surrounds the label of a node. */
const SHAPES: Readonly<Record<NodeKind, readonly [open: string, close: string]>> = {
  conversation: ["([", "])"],
  exchange: ["(", ")"],
  question: ["{{", "}}"],
  requirement: ["[", "]"],
  task: ["[[", "]]"],
  specification: ["[/", "/]"],
  result: ["[(", ")]"],
  feedback: [">", "]"],
  agent: ["((", "))"],
  person: ["((", "))"],
};

/**
 * The graph as a Mermaid flowchart. Nodes are numbered, so that no id is read as a statement. Every
 * sign of a label that could mean something is written as its number.
 */
export function graphToMermaid({ nodes, edges }: Graph): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const drawn = nodes.map((node) => `  ${names.get(node.id)}${shaped(node)}`);
  const arrows = edges.flatMap(({ from, relation, to }) => {
    const [start, end] = [names.get(from), names.get(to)];
    if (start === undefined || end === undefined) return [];
    return [`  ${start} -->|${relation.replaceAll("_", " ")}| ${end}`];
  });
  return `${["flowchart LR", ...drawn, ...arrows].join("\n")}\n`;
}

function shaped(node: GraphNode): string {
  const [open, close] = SHAPES[node.kind] ?? SHAPES.requirement;
  return `${open}"${escaped(graphTitle(node))}"${close}`;
}

function escaped(label: string): string {
  return label.replace(/[^\p{L}\p{M}\p{N} ,.:?!-]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
