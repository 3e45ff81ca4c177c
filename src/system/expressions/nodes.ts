import type { ASTNode } from "@marcbachmann/cel-js";

/*
 * What this room knows of the evaluator's own nodes beyond its documented tree: a macro stands behind
 * its call as another node, and what a node does is a method that may be put in the place of another.
 * `nodes.test.ts` holds each of it, so that another version of the library cannot pass unnoticed.
 */

export type Evaluate = (evaluator: unknown, node: Node, context: unknown) => unknown;

interface Meta {
  readonly evaluate: Evaluate;
  /** The loop behind a macro such as `all`. */
  readonly alternate?: Node;
  /** What `has` does. */
  readonly macro?: {
    readonly evaluate: (evaluator: unknown, macro: object, context: unknown) => unknown;
  };
}

export interface Node {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
  readonly meta: Meta;
  evaluate: Evaluate;
  /** What an operator does with the values of its parts, as the check of types has chosen it. */
  handle?: (...values: readonly unknown[]) => unknown;
}

interface Loop {
  readonly iterable: Node;
  readonly init: Node;
  readonly step: Node;
}

export function nodeOf(tree: ASTNode): Node {
  return tree as unknown as Node;
}

/** The nodes that a node evaluates, its macro's among them. */
export function partsOf(node: Node): readonly Node[] {
  if (node.meta.alternate !== undefined) return [node.meta.alternate];
  if (node.meta.macro !== undefined) return [];
  if (node.op === "comprehension") {
    const { iterable, init, step } = node.args as Loop;
    return [iterable, init, step];
  }
  return nodesIn(node.args);
}

/** The nodes that were written as the arguments of a node. */
export function nodesIn(args: unknown): readonly Node[] {
  if (Array.isArray(args)) return args.flatMap(nodesIn);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "op" in value && "meta" in value;
}

/**
 * Has a function stand between a node and what it does. `strict` hears the values that are compared,
 * what a macro goes through, and where `has` finds nothing, before the node's value is believed.
 */
export function wrap(node: Node, { around, strict, isWhole }: Wrapping): void {
  if (node.meta.alternate !== undefined) return;
  const own = isChoice(node) ? choiceOf(node, isWhole) : ownOf(node, strict);
  node.evaluate = around(node, isWritten(node) ? once(own) : own);
}

export interface Wrapping {
  readonly around: Around;
  readonly strict: Strict;
  /** Whether every part of a choice is looked at, where the value is known without it. */
  readonly isWhole: () => boolean;
}

const CHOICES: ReadonlySet<string> = new Set(["||", "&&", "?:"]);

/** Not one that a macro gathers by: it changes what it has gathered. */
function isChoice({ op, args }: Node): boolean {
  return CHOICES.has(op) && !nodesIn(args).some((part) => part.op.startsWith("accu"));
}

function choiceOf({ op, args, meta }: Node, isWhole: () => boolean): Evaluate {
  const parts = nodesIn(args);
  return (ev, self, context) => {
    if (!isWhole()) return meta.evaluate(ev, self, context);
    const found = parts.map((part): unknown => {
      try {
        return part.evaluate(ev, part, context);
      } catch (error) {
        return error;
      }
    });
    return op === "?:" ? chosenOf(found) : decidedBy(found, op === "||");
  };
}

function chosenOf([asked, first, second]: readonly unknown[]): unknown {
  const chosen = asked === true ? first : second;
  const wrong = typeof asked === "boolean" ? chosen : asked;
  if (wrong instanceof Error) throw wrong;
  if (typeof asked !== "boolean") throw new Error("a choice is neither true nor false");
  return chosen;
}

/** CEL takes one part that decides for the whole, whatever failed beside it. */
function decidedBy(found: readonly unknown[], decisive: boolean): boolean {
  if (found.includes(decisive)) return decisive;
  const wrong = found.find((one) => one !== !decisive);
  if (wrong === undefined) return !decisive;
  throw wrong instanceof Error ? wrong : new Error("a part is neither true nor false");
}

export type Around = (node: Node, own: Evaluate) => Evaluate;
export type Strict = (node: Node, values: readonly unknown[], found?: unknown) => void;

/** A list of constants, which nothing changes; one without items is what a macro gathers in. */
function isWritten({ op, args }: Node): boolean {
  const items = nodesIn(args);
  return op === "list" && items.length > 0 && items.every((item) => item.op === "value");
}

function once(own: Evaluate): Evaluate {
  let made: { readonly value: unknown } | undefined;
  return (...given) => {
    made ??= { value: own(...given) };
    return made.value;
  };
}

function ownOf(node: Node, strict: Strict): Evaluate {
  const { macro, evaluate } = node.meta;
  const { handle } = node;
  const read = (part: Node, ev: unknown, context: unknown) => part.evaluate(ev, part, context);
  if (macro !== undefined) {
    const { root, fields } = askedBy(node);
    return (ev, _, context) => {
      const found = macro.evaluate(ev, macro, context);
      if (found === false) strict(node, [fields.reduce(fieldOf, read(root, ev, context))]);
      return found;
    };
  }
  if (handle === undefined) return evaluate;
  if (node.op === "comprehension") {
    const loop = node.args as Loop;
    return (ev, _, context) => {
      const through = read(loop.iterable, ev, context);
      strict(node, [through]);
      return handle(through, loop, ev, context);
    };
  }
  const [left, right] = nodesIn(node.args);
  if (!COMPARED.has(node.op) || left === undefined || right === undefined) return evaluate;
  return (ev, _, context) => {
    const values = [read(left, ev, context), read(right, ev, context)];
    const found = handle(...values, node, ev);
    strict(node, values, found);
    return found;
  };
}

/** What `has` looks into, as the name and the fields that lead there: only the name has been checked. */
function askedBy(node: Node): { readonly root: Node; readonly fields: readonly string[] } {
  const [, written] = node.args as readonly [string, readonly Node[]];
  let [root] = written as readonly [Node];
  const fields: string[] = [];
  while (root.op === ".") {
    const [of, field] = root.args as readonly [Node, string];
    fields.unshift(field);
    root = of;
  }
  return { root, fields: fields.slice(0, -1) };
}

function fieldOf(value: unknown, field: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[field];
}

const COMPARED: ReadonlySet<string> = new Set(["==", "!=", "in"]);
