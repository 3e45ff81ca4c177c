import { expect, test } from "vitest";
import { z } from "zod";
import { isEarshotError } from "../../src/domain/errors.ts";
import { defineTool } from "../../src/tools/registry/define-tool.ts";
import { createToolRegistry } from "../../src/tools/registry/registry.ts";

const named = (name: string, input: z.ZodObject = z.object({})) =>
  defineTool({
    name,
    description: "Does nothing.",
    input,
    output: z.string(),
    execute: async () => "",
  });

function refusalOf(...tools: Parameters<typeof createToolRegistry>[0]): string {
  try {
    createToolRegistry(tools);
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return error.message;
  }
  return "";
}

test("two tools of one name are refused", () => {
  expect(refusalOf(named("write"), named("read"), named("write"))).toBe(
    'Two tools are named "write". Rename one of them, or leave it out.',
  );
});

test.each(["", "1st", "-a", "a b", "a.b", "ä", "a\n", "x".repeat(65)])("%j is no name", (name) => {
  expect(refusalOf(named(name))).toContain("cannot be the name of a tool");
});

test.each(["a", "_", "A-1_b", "x".repeat(64), "constructor", "__proto__"])(
  "%j is a name",
  (name) => {
    const registry = createToolRegistry([named(name)]);
    expect(registry.find(name)?.tool.name).toBe(name);
  },
);

test.each(["constructor", "toString", "__proto__"])("%j is not there unless registered", (name) => {
  expect(createToolRegistry([named("write")]).find(name)).toBeUndefined();
});

test("an input that JSON cannot carry is refused with the tool's name", () => {
  const dated = named("remind", z.object({ at: z.date() }));
  expect(refusalOf(dated)).toContain('The input of the tool "remind" cannot be told to a model');
});

test("an input that would let other keys pass does not", () => {
  const loose = createToolRegistry([named("write", z.looseObject({ key: z.string() }))]);
  expect(loose.find("write")?.parameters).toMatchObject({ additionalProperties: false });
});

test("a tool changes something, must not run twice and is for any agent unless it says otherwise", () => {
  expect(named("write")).toMatchObject({
    annotations: { readOnly: false, repeatable: false },
    heldBy: ["agent", "worker"],
  });
});
