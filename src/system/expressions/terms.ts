import type { Constant, Term } from "../../domain/policy/expressions/expression.ts";
import { type Node, nodesIn } from "./nodes.ts";

const origins = new WeakMap<Term, Node>();

/** The node that is judged for a term: of a macro the loop behind it. */
export function originOf(term: Term): Node | undefined {
  return origins.get(term);
}

/** The tree as it was written, macros as the calls that they look like. */
export function termOf(node: Node): Term {
  const term = writtenTerm(node);
  origins.set(term, node.meta.alternate ?? node);
  return term;
}

function writtenTerm(node: Node): Term {
  const at = { from: node.start, to: node.end };
  switch (node.op) {
    case "value":
      return { ...at, kind: "constant", value: node.args as Constant };
    case "id":
      return { ...at, kind: "name", name: String(node.args) };
    case ".": {
      const [of, field] = node.args as readonly [Node, string];
      return { ...at, kind: "field", of: termOf(of), field };
    }
    case "[]": {
      const [of, index] = node.args as readonly [Node, Node];
      return { ...at, kind: "index", of: termOf(of), at: termOf(index) };
    }
    case "call": {
      const [name, args] = node.args as readonly [string, readonly Node[]];
      return { ...at, kind: "call", name, args: args.map(termOf) };
    }
    case "rcall": {
      const [name, on, args] = node.args as readonly [string, Node, readonly Node[]];
      return { ...at, kind: "call", name, on: termOf(on), args: args.map(termOf) };
    }
    case "list":
      return { ...at, kind: "list", items: nodesIn(node.args).map(termOf) };
    case "map": {
      const entries = node.args as readonly (readonly [Node, Node])[];
      return {
        ...at,
        kind: "map",
        entries: entries.map(([key, value]) => [termOf(key), termOf(value)]),
      };
    }
    default:
      return {
        ...at,
        kind: "call",
        name: node.op.replace("_", ""),
        args: nodesIn(node.args).map(termOf),
      };
  }
}
