import { expect, test } from "vitest";
import { type Chunk, joinChunks } from "../../scripts/join-chunks.ts";

function chunk(name: string, more: Partial<Chunk> = {}): Chunk {
  return {
    name,
    fileName: `${name}.js`,
    code: "x",
    isEntry: false,
    facadeModuleId: `/clone/src/${name}.ts`,
    imports: [],
    dynamicImports: [],
    moduleIds: [name],
    ...more,
  };
}

test("joins what the same programs load", () => {
  const names = joinChunks(
    [
      chunk("one", { isEntry: true, imports: ["a.js", "b.js"] }),
      chunk("two", { isEntry: true, imports: ["a.js", "b.js"] }),
      chunk("a"),
      chunk("b", { imports: ["a.js"] }),
    ],
    [],
  );
  expect(names.get("a")).toBeDefined();
  expect(names.get("b")).toBe(names.get("a"));
  expect([...names.keys()].toSorted()).toEqual(["a", "b"]);
});

test("keeps apart what would add more code than it spares files", () => {
  const names = joinChunks(
    [
      chunk("one", { isEntry: true, imports: ["a.js"] }),
      chunk("two", { isEntry: true, imports: ["a.js", "large.js"] }),
      chunk("a"),
      chunk("large", { code: "x".repeat(1_000_000) }),
    ],
    [],
  );
  expect(names.get("large")).not.toBe(names.get("a"));
});

test("joins no two of which one needs the other by way of a third that stays apart", () => {
  const [above, below] = [chunk("above", { imports: ["between.js"] }), chunk("below")];
  const one = chunk("one", { isEntry: true, imports: ["above.js", "below.js"] });
  const between = chunk("between", { isEntry: true, imports: ["below.js"] });
  const names = joinChunks([one, between, above, below], []);
  expect(names.get("above")).not.toBe(names.get("below"));
  const straight = joinChunks([one, chunk("between", { isEntry: true }), above, below], []);
  expect(straight.get("above")).toBe(straight.get("below"));
});

test("joins what one process loads one after another, and knows it by its source", () => {
  const chunks = [
    chunk("one", { isEntry: true, dynamicImports: ["a.js", "b.js"] }),
    chunk("a", { code: "x".repeat(20_000) }),
    chunk("b", { code: "x".repeat(20_000) }),
  ];
  const apart = joinChunks(chunks, []);
  expect(apart.get("a")).not.toBe(apart.get("b"));
  const together = joinChunks(chunks, [["src/one.ts", "src/a.ts", "src/b.ts"]]);
  expect(together.get("a")).toBe(together.get("b"));
  expect(() => joinChunks(chunks, [["src/gone.ts"]])).toThrow("src/gone.ts");
});

test("leaves alone what nobody loads at first", () => {
  const names = joinChunks([chunk("one", { isEntry: true }), chunk("late"), chunk("later")], []);
  expect(names.size).toBe(0);
});
