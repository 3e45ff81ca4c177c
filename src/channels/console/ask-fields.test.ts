import { expect, test } from "vitest";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { askFields, type Reply } from "./ask-fields.ts";
import type { FileGiving } from "./ask-file.ts";
import type { LineReader, Typed } from "./line-reader.ts";
import { ENGLISH } from "./voice.ts";

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

/** Files that are there by their paths; what was uploaded is named by its size. */
const THERE: Readonly<Record<string, string>> = {
  "a.pdf": "%PDF",
  "b.pdf": "%PDF-1",
  "c.txt": "c",
};
const giving: FileGiving = {
  readFile(typed) {
    const text = THERE[typed];
    if (text === undefined) throw new EarshotError("INVALID_INPUT", `There is no ${typed}.`);
    const media_type = typed.endsWith(".pdf") ? "application/pdf" : "text/plain";
    return { name: typed, media_type, content: btoa(text) };
  },
  async upload({ name, media_type = "", content }) {
    return { name, media_type, size: atob(content).length, digest: `sha256:${name}` };
  },
};

async function asked(
  lines: readonly string[],
  of: JsonObject = schema,
): Promise<{ reply: Reply; said: string }> {
  const { reader, printed } = typing(lines);
  const question = { text: "Where?", form: { kind: "fields", schema: of } } as const;
  const dialogue = { reader, voice: ENGLISH, checkSchema, giving };
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

const pdf = { format: "file", mediaTypes: ["application/pdf"], maxBytes: 5 };
const invoice: JsonObject = {
  type: "object",
  properties: { invoice: pdf, more: { type: "array", items: { format: "file" }, minItems: 2 } },
  required: ["invoice"],
};

test("a file is asked as a path until one fits, and files one after another", async () => {
  const lines = ["", "no.pdf", "c.txt", "b.pdf", "a.pdf", "c.txt", "", "a.pdf", ""];
  const { reply, said } = await asked(lines, invoice);
  expect(reply).toMatchObject({
    answer: {
      fields: {
        invoice: { name: "a.pdf", media_type: "application/pdf", size: 4 },
        more: [{ name: "c.txt" }, { name: "a.pdf" }],
      },
    },
  });
  expect(said).toContain("A file, application/pdf, at most 5 bytes; type its path");
  expect(said).toContain("This one is required.");
  expect(said).toContain("There is no no.pdf.");
  expect(said).toContain("c.txt is text/plain, and application/pdf is wanted.");
  expect(said).toContain("b.pdf has 6 bytes, and at most 5 bytes are taken here.");
  expect(said).toContain("more: Array has too few items (1 < 2).");
});

test("each row of a list has files of its own", async () => {
  const rows = { type: "array", items: { type: "object", properties: { photo: pdf } } };
  const form: JsonObject = { type: "object", properties: { rows } };
  const { reply } = await asked(["yes", "a.pdf", "yes", "", "no"], form);
  expect(reply).toMatchObject({ answer: { fields: { rows: [{ photo: { name: "a.pdf" } }, {}] } } });
});

test("files that were given before another answered are kept in the draft by their names", async () => {
  const { reply } = await asked(["a.pdf", "c.txt"], invoice);
  expect(reply).toEqual({ kind: "released", draft: "invoice: a.pdf" });
});
