import { Environment } from "@marcbachmann/cel-js";
import { expect, test } from "vitest";
import { nodeOf, partsOf } from "./nodes.ts";

/* What this room knows of the library beyond its documented tree. Another version has to keep it. */

const environment = new Environment()
  .registerVariable("args", "map<string, dyn>")
  .registerVariable("l", "list");

function checked(source: string) {
  const parsed = environment.parse(source);
  expect(parsed.check().error).toBeUndefined();
  return { parsed, root: nodeOf(parsed.ast) };
}

test("a macro stands behind its call as a loop with what it goes through and what it does", () => {
  const { root } = checked("l.all(x, x > 1)");
  const [loop] = partsOf(root);
  expect(loop?.op).toBe("comprehension");
  expect(partsOf(loop ?? root).map(({ op }) => op)).toEqual(["id", "value", "?:"]);
  expect(loop?.handle).toBeTypeOf("function");
});

test("has stands behind its call as a function, whose path is not evaluated by parts", () => {
  const { root } = checked("has(args.a)");
  expect(root.meta.macro?.evaluate).toBeTypeOf("function");
  expect(partsOf(root)).toEqual([]);
});

test.each(["args.a == 1", "args.a != 1", "args.a in [1]"])(
  "%s is done by a handle that takes the values of its two parts",
  (source) => {
    const { root, parsed } = checked(source);
    expect(root.handle).toBeTypeOf("function");
    expect(parsed({ args: { a: 1n } })).toBe(!source.includes("!="));
  },
);

test("what a node does may be put in the place of another, also within a macro", () => {
  const { root, parsed } = checked("l.all(x, x > 1) && args.a == 1");
  const [, comparison] = partsOf(root);
  if (comparison === undefined) throw new Error("There is no second part.");
  comparison.evaluate = () => true;
  expect(parsed({ l: [2n], args: { a: 5n } })).toBe(true);
});

test("a handle of a method is found at its node when it is evaluated", () => {
  const { root, parsed } = checked('"a".matches("b")');
  root.handle = () => true;
  expect(parsed({})).toBe(true);
});
