import type { Meter } from "../../domain/policy/expressions/expression.ts";
import { metered, spend } from "./functions/meter.ts";
import { type Around, type Node, nodesIn, partsOf, type Strict, wrap } from "./nodes.ts";
import { kindOf, sizeOf } from "./values.ts";

/** What is asked of every node while it is judged. One judgement runs at a time: nothing waits. */
interface Watch {
  readonly meter: Meter;
  /** Present while somebody wants to know what each part was. */
  readonly told: ((node: Node, value: unknown) => void) | undefined;
  /** Whether parts are looked at that change nothing. */
  readonly isWhole: boolean;
  /** What failed last, and was paid for. */
  failed?: unknown;
}

let current: Watch | undefined;

/** Judges under a watch. */
export function watched<T>(watch: Watch, judge: () => T): T {
  const before = current;
  current = watch;
  try {
    return metered(watch.meter, judge);
  } finally {
    current = before;
  }
}

/** What functions are given and what is ordered. All of it may be gone through, so all of it is paid for. */
const given = new WeakSet<Node>();
/** What has `null` written as one of its parts. */
const nulled = new WeakSet<Node>();
const ORDERINGS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** Has each node of a checked tree counted and compared strictly. */
export function watchNodes(root: Node): void {
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (nodesIn(node.args).some(isNull)) nulled.add(node);
    for (const part of partsOf(node)) {
      if (isCall(node) || ORDERINGS.has(node.op)) given.add(part);
      visit(part);
    }
  };
  visit(root);
  const isWhole = () => current?.isWhole === true;
  for (const node of seen) wrap(node, { around, strict, isWhole });
}

const around: Around = (node, own) => {
  const isSized = isPaidBySize(node);
  return (ev, self, context) => {
    const watch = current;
    if (watch === undefined) throw new Error("An expression is judged outside a watch.");
    const { meter } = watch;
    // A macro goes on to its last element whatever fails. Nothing is believed any more, so nothing is judged.
    if (meter.isSpent) return OVER;
    meter.take(A_STEP);
    try {
      const value = own(ev, self, context);
      meter.take(isSized ? sizeOf(value) : 1);
      watch.told?.(node, value);
      return value;
    } catch (error) {
      if (meter.isSpent) return OVER;
      payFor(watch, error);
      watch.told?.(node, error);
      throw error;
    }
  };
};

/** Given back instead of thrown: what is thrown takes longer than what is judged. */
const OVER = new Error("The call is too large to be judged.");

/** A step takes as long as reading a few characters. */
const A_STEP = 4;

/** What a failure costs: it is made, told with its place, and thrown past macros that go on. */
const A_FAILURE = 200;

function payFor(watch: Watch, error: unknown): void {
  if (watch.failed === error) return;
  watch.failed = error;
  watch.meter.take(A_FAILURE);
}

/** A new value is paid for here; what stands in the call is paid for where it is read. */
function isPaidBySize(node: Node): boolean {
  const { op } = node;
  return op === "list" || op === "map" || op === "+" || isCall(node) || given.has(node);
}

function isCall({ op }: Node): boolean {
  return op === "call" || op === "rcall";
}

/**
 * The evaluator is lenient with values that no schema types: for it `5 == "5"` is false, an object is
 * gone through by its keys like a list, and text has no field. Here none of it can be said. What was
 * found to be the same, is.
 */
const strict: Strict = (node, values, found) => {
  for (const value of values) spend(sizeOf(value));
  const [first, second] = values;
  if (node.op === "comprehension") {
    if (Array.isArray(first)) return;
    throw new Error(`${kindOf(first)} stands where a list is gone through`);
  }
  if (node.meta.macro !== undefined) {
    if (kindOf(first) === "an object") return;
    throw new Error(`${kindOf(first)} stands where an object is looked into`);
  }
  if (found === (node.op !== "!=") || nulled.has(node)) return;
  if (node.op !== "in") sameKind(first, second);
  else if (Array.isArray(second)) sameKindAsEach(first, second, writtenNulls(node));
};

function sameKindAsEach(value: unknown, list: readonly unknown[], nulls: ReadonlySet<number>) {
  for (const [index, one] of list.entries()) if (!nulls.has(index)) sameKind(value, one);
}

/** Where a list that is written out has `null`, which anything can be told from. */
function writtenNulls({ args }: Node): ReadonlySet<number> {
  const list = nodesIn(args)[1];
  const items = list?.op === "list" ? nodesIn(list.args) : [];
  return new Set(items.flatMap((item, index) => (isNull(item) ? [index] : [])));
}

/** Whether something is null can always be said. */
function isNull({ op, args }: Node): boolean {
  return op === "value" && args === null;
}

/** A tool may take text for a number, and a default for null. */
function sameKind(left: unknown, right: unknown): void {
  const [one, other] = [kindOf(left), kindOf(right)];
  if (one !== other) throw new Error(`${one} is compared with ${other}`);
}
