import type { GraphNode } from "../../domain/liaison/graph.ts";
import { shownJson } from "../../render/shown-json.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";
import { inertText } from "./said-lines.ts";

const MOST_CHARS = 120;
const KIND_WIDTH = "specification".length;

/** A node of the graph, and its distance if known. */
export function nodeLine(
  { node, depth }: { readonly node: GraphNode; readonly depth?: number },
  style: Style,
): string {
  const far = depth === undefined ? "" : `${String(depth).padStart(3)}  `;
  const props = oneLine(inertText(shownJson(node.props)), MOST_CHARS);
  const id = oneLine(inertText(node.id), MOST_CHARS);
  return `${far}${node.kind.padEnd(KIND_WIDTH)}  ${id}  ${style.dim(props)}`;
}
