import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { askFields, type Reply } from "./ask-fields.ts";
import type { LineReader, Typed } from "./line-reader.ts";

/** A terminal at which these lines are typed, one for each prompt. */
function typing(lines: readonly string[]) {
  const left = [...lines];
  const printed: string[] = [];
  const reader = {
    print: (text: string) => printed.push(text),
    columns: () => 80,
    read: async (): Promise<Typed> => {
      const text = left.shift();
      return text === undefined ? { kind: "released", draft: "" } : { kind: "line", text };
    },
  };
  return { reader: reader as unknown as LineReader, printed };
}

const address: JsonObject = {
  type: "object",
  properties: { street: { type: "string" }, zip: { type: "string", pattern: "^\\d{5}$" } },
  required: ["street", "zip"],
};
const schema: JsonObject = {
  type: "object",
  properties: {
    size: { enum: [1, 2], enumNames: ["Small", "Large"] },
    home: { ...address, title: "Home address" },
    billing: address,
    tags: { type: "array", items: { type: "string" } },
    more: { format: "json" },
  },
  required: ["home"],
};

async function asked(
  lines: readonly string[],
  of: JsonObject = schema,
): Promise<{ reply: Reply; said: string }> {
  const { reader, printed } = typing(lines);
  const question = { text: "Where?", form: { kind: "fields", schema: of } } as const;
  const dialogue = { reader, checkSchema };
  const reply = await askFields(dialogue, question, new AbortController().signal);
  return { reply, said: printed.join("\n") };
}

test("a group is asked field by field, and one that may be left out only if it is wanted", async () => {
  const { reply, said } = await asked(["large", "A", "1", "12345", "no", "a, b", '{"c":1}']);
  const home = { street: "A", zip: "12345" };
  expect(reply).toEqual({
    kind: "answer",
    answer: { fields: { size: 2, home, tags: ["a", "b"], more: { c: 1 } } },
  });
  expect(said).toContain("one of Small, Large");
  expect(said).toContain("Home address:");
  expect(said).toContain("does not match the pattern");
  expect(said).toContain("Fill in billing? (yes or no");
});

test("a group that is wanted is there, and what is left empty is not", async () => {
  const { reply } = await asked(["", "A", "12345", "y", "B", "54321", "", ""]);
  expect(reply).toMatchObject({
    answer: {
      fields: { home: { street: "A", zip: "12345" }, billing: { street: "B", zip: "54321" } },
    },
  });
});

test("what was typed before another answered is kept as a draft, also in a group", async () => {
  const { reply } = await asked(["small", "A"]);
  expect(reply).toEqual({ kind: "released", draft: "size: 1\nstreet: A" });
});

const stops: JsonObject = {
  type: "object",
  properties: {
    stops: { type: "array", title: "Stops", items: address, minItems: 1, maxItems: 2 },
  },
  required: ["stops"],
};

test("a list of objects is asked row by row, as many as are needed and no more than fit", async () => {
  const { reply, said } = await asked(["A", "12345", "yes", "B", "1", "54321"], stops);
  expect(reply).toEqual({
    kind: "answer",
    answer: {
      fields: {
        stops: [
          { street: "A", zip: "12345" },
          { street: "B", zip: "54321" },
        ],
      },
    },
  });
  expect(said).toContain("Stops 2:");
  expect(said).toContain("Add more to Stops? (yes or no");
});

test("a list of objects that nobody adds to is not there", async () => {
  const { reply } = await asked([""], { ...stops, required: [] });
  expect(reply).toEqual({ kind: "answer", answer: { fields: {} } });
});
