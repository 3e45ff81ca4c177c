import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../domain/json.ts";
import { edited, isTouched } from "./edited.ts";
import { fieldsOf } from "./fields.ts";
import { firstTyped, keyedRows, rowsIn, type Typed, typedRows } from "./typed.ts";
import { typedFiles } from "./typed-files.ts";

function kinds(value: JsonObject, schema?: JsonObject): Record<string, string> {
  return Object.fromEntries(fieldsOf({ value, schema }).map((one) => [one.pointer, one.kind]));
}

function edit(value: JsonObject, typed: Typed, schema?: JsonObject) {
  return edited(value, fieldsOf({ value, schema }), typed);
}

describe("the fields of arguments", () => {
  it("are of the type that each value has", () => {
    const args = {
      to: "ana",
      amount: 5,
      urgent: false,
      tags: ["a"],
      at: { city: "Bern" },
      gone: null,
    };
    expect(kinds(args)).toEqual({
      "/to": "text",
      "/amount": "number",
      "/urgent": "yes-no",
      "/tags": "json",
      "/at/city": "text",
      "/gone": "json",
    });
  });

  it("are choices where the schema lists them, and there for what is not set", () => {
    const schema = {
      type: "object",
      required: ["mode"],
      properties: { mode: { enum: ["r", "w"] }, size: { type: "integer" } },
    };
    expect(kinds({ mode: "r" }, schema)).toEqual({ "/mode": "choice", "/size": "number" });
    expect(fieldsOf({ value: {}, schema }).map(({ isRequired }) => isRequired)).toEqual([
      true,
      false,
    ]);
  });

  it("show no secret and hide nothing", () => {
    expect(kinds({ password: { $secret: "x" } })).toEqual({ "/password": "secret" });
    const [field] = fieldsOf({ value: { path: "a\u202eb\r" } });
    expect(field?.kind).toBe("json");
    expect(field && firstTyped(field)).toBe('"a\\u202eb\\r"');
  });

  it("escape what hides or deceives, and leave every script and picture readable", () => {
    const shown = (text: string) => {
      const [field] = fieldsOf({ value: { text: `\u202e${text}` } });
      const first = field === undefined ? "" : firstTyped(field);
      expect(JSON.parse(first)).toBe(`\u202e${text}`);
      return first.slice('"\\u202e'.length, -1);
    };
    expect(shown("world 🙂 مرحبا")).toBe("world 🙂 مرحبا");
    expect(shown("Привет, नमस्ते, 你好 👩‍👩‍👧 می‌خواهم")).toBe("Привет, नमस्ते, 你好 👩‍👩‍👧 می‌خواهم");
    expect(shown("p\u0430ypal")).toBe("p\\u0430ypal");
    expect(shown("a\u200bb\u00a0c\ufeff\u2066")).toBe("a\\u200bb\\u00a0c\\ufeff\\u2066");
    expect(shown("e\u0301\u0301\u0301\u0301\u0301\u0301 ⟨x⟩")).not.toMatch(/[\u0301⟨⟩]{2}/);
    expect(shown("\ud83d \u{e0041}")).toBe("\\ud83d \\udb40\\udc41");
  });

  it("name keys as they are, also those that objects inherit", () => {
    const value = JSON.parse('{"__proto__": 1, "constructor": "x", "a/b": 2}') as JsonObject;
    expect(Object.keys(kinds(value))).toEqual(["/__proto__", "/constructor", "/a~1b"]);
    expect(edit(value, { "/__proto__": "3" }).value).toEqual(
      JSON.parse('{"__proto__": 3, "constructor": "x", "a/b": 2}'),
    );
  });
});

describe("the fields of a form", () => {
  const schema = {
    type: "object",
    required: ["home"],
    properties: {
      home: { type: "object", required: ["zip"], properties: { zip: { type: "string" } } },
      away: {
        type: "object",
        title: "Away",
        required: ["zip"],
        properties: { zip: { type: "string" }, floor: { type: "integer" } },
      },
      tags: { type: "array", items: { type: "string" } },
      sizes: { type: "array", items: { type: "integer" } },
      days: { type: "array", items: { enum: ["mon", "tue"], enumNames: ["Monday", "Tuesday"] } },
      more: { format: "json" },
    },
  };

  it("are lists, boxes to tick and JSON, with the labels of what is chosen", () => {
    expect(kinds({}, schema)).toEqual({
      "/home/zip": "text",
      "/away/zip": "text",
      "/away/floor": "number",
      "/tags": "lines",
      "/sizes": "lines",
      "/days": "several",
      "/more": "json",
    });
    const days = fieldsOf({ value: {}, schema }).find(({ pointer }) => pointer === "/days");
    expect(days).toMatchObject({ choices: ["mon", "tue"], choiceNames: ["Monday", "Tuesday"] });
  });

  it("of a list hold an item a line, and of several choices what is ticked", () => {
    const typed = { "/home/zip": "1", "/tags": "a\n\n b", "/sizes": "1\n2", "/days": "1,0" };
    expect(edit({}, typed, schema)).toEqual({
      value: { home: { zip: "1" }, tags: ["a", " b"], sizes: [1, 2], days: ["mon", "tue"] },
      faults: {},
    });
    expect(edit({}, { ...typed, "/sizes": "1\nx" }, schema).faults["/sizes"]).toContain("number");
  });

  it("of a group that may be left out are needed once some of it is there", () => {
    const typed = { "/home/zip": "1" };
    expect(edit({}, typed, schema).faults).toEqual({});
    expect(edit({}, { ...typed, "/away/floor": "2" }, schema).faults).toEqual({
      "/away/zip": "This is needed.",
    });
    expect(edit({}, {}, schema).faults).toEqual({ "/home/zip": "This is needed." });
  });
});

describe("edited arguments", () => {
  it("keep their types, and stay the same where nothing was typed", () => {
    const args = { amount: 5, urgent: false, note: "", big: { n: 1 } };
    expect(edit(args, {}).value).toBe(args);
    expect(edit(args, { "/amount": "2.5", "/urgent": "true", "/big/n": " 7 " })).toEqual({
      value: { amount: 2.5, urgent: true, note: "", big: { n: 7 } },
      faults: {},
    });
  });

  it("say what is wrong by field", () => {
    const schema = {
      properties: {
        amount: { type: "integer", minimum: 1, maximum: 9 },
        name: { type: "string", minLength: 2 },
      },
    };
    const faultsOf = (typed: Typed) => edit({ amount: 5, name: "ab" }, typed, schema).faults;
    expect(faultsOf({ "/amount": "x" })["/amount"]).toContain("number");
    expect(faultsOf({ "/amount": "1.5" })["/amount"]).toContain("whole");
    expect(faultsOf({ "/amount": "10" })["/amount"]).toBe("At most 9.");
    expect(faultsOf({ "/amount": "12345678901234567890" })["/amount"]).toContain("exactly");
    expect(faultsOf({ "/amount": "0x10" })["/amount"]).toContain("number");
    expect(faultsOf({ "/name": "a" })["/name"]).toBe("At least 2 characters.");
    expect(faultsOf({ "/amount": "9", "/name": "abc" })).toEqual({});
  });

  it("need what is required and leave out what was left empty", () => {
    const schema = {
      type: "object",
      required: ["city"],
      properties: {
        city: { type: "string" },
        zip: { type: "string" },
        at: { type: "object", properties: { floor: { type: "integer" } } },
      },
    };
    expect(edit({}, {}, schema).faults).toEqual({ "/city": "This is needed." });
    expect(edit({}, { "/city": "Bern", "/at/floor": "2" }, schema)).toEqual({
      value: { city: "Bern", at: { floor: 2 } },
      faults: {},
    });
  });

  it("are without what was taken away, and with what was added, be it empty", () => {
    const schema = {
      required: ["to"],
      properties: { to: {}, note: { type: "string" }, urgent: { type: "boolean" } },
    };
    const args = { to: "ana", urgent: true, at: { city: "Bern", floor: 2 } };
    expect(edit(args, { "/urgent": null, "/at/floor": null, "/note": "" }, schema)).toEqual({
      value: { to: "ana", at: { city: "Bern" }, note: "" },
      faults: {},
    });
    expect(edit(args, { "/to": null }, schema).faults).toEqual({ "/to": "This is needed." });
    expect(edit({ to: "ana" }, { "/urgent": "" }, schema).faults).toEqual({
      "/urgent": "Choose one.",
    });
  });

  it("choose by place, so that values keep their type", () => {
    const schema = { properties: { size: { enum: [1, "1", null] } } };
    expect(edit({ size: 1 }, { "/size": "1" }, schema).value).toEqual({ size: "1" });
    expect(edit({ size: 1 }, { "/size": "2" }, schema).value).toEqual({ size: null });
  });

  it("know which fields were touched", () => {
    const [field] = fieldsOf({ value: { amount: 5 } });
    if (field === undefined) throw new Error("There is no field.");
    expect(isTouched(field, {})).toBe(false);
    expect(isTouched(field, { "/amount": "5" })).toBe(false);
    expect(isTouched(field, { "/amount": "6" })).toBe(true);
    expect(isTouched(field, { "/amount": null })).toBe(true);
  });
});

describe("a list of objects", () => {
  const items: JsonObject = {
    type: "object",
    properties: { "a/b": { type: "string" }, n: { type: "integer" }, sure: { type: "boolean" } },
    required: ["a/b"],
  };
  const schema: JsonObject = { type: "object", properties: { rows: { type: "array", items } } };

  it("is filled in row by row, and what is left empty in a row is not there", () => {
    const rows = [{ "/a~1b": "x", "/n": "3", "/sure": "" }, { "/a~1b": "y" }];
    expect(kinds({}, schema)).toEqual({ "/rows": "rows" });
    expect(edit({}, { "/rows": typedRows(rows) }, schema)).toEqual({
      value: { rows: [{ "a/b": "x", n: 3 }, { "a/b": "y" }] },
      faults: {},
    });
  });

  it("names the row and the field in which something is wrong", () => {
    const faultOf = (row: Typed) => edit({}, { "/rows": typedRows([row]) }, schema).faults["/rows"];
    expect(faultOf({ "/n": "3" })).toBe("Row 1, a/b: This is needed.");
    expect(faultOf({ "/a~1b": "x", "/n": "three" })).toContain("Row 1, n: Enter a whole number");
  });

  it("shows in its rows what was proposed", () => {
    const [field] = fieldsOf({ value: {}, schema });
    const value = [{ "a/b": "x", n: 3 }];
    const typed = field === undefined ? "" : firstTyped({ ...field, value });
    expect(edit({}, { "/rows": typed }, schema).value).toEqual({ rows: value });
  });

  it("has files in its rows, and tells the row whose file has not arrived", () => {
    const file = { format: "file" };
    const properties = { photo: file, more: { type: "array", items: file } };
    const items = { type: "object", properties, required: ["photo"] };
    const photos = { type: "object", properties: { rows: { type: "array", items } } };
    const given = { name: "a.png", media_type: "image/png", size: 1, digest: "sha256:a" } as const;
    const one = typedFiles([given]);
    const rowsOf = (...rows: readonly Typed[]) => ({ "/rows": typedRows(keyedRows(rows)) });
    expect(kinds({}, photos)).toEqual({ "/rows": "rows" });
    expect(edit({}, rowsOf({ "/photo": one }, { "/photo": one, "/more": one }), photos)).toEqual({
      value: { rows: [{ photo: given }, { photo: given, more: [given] }] },
      faults: {},
    });
    const late = typedFiles([{ pending: "b.png" }]);
    expect(edit({}, rowsOf({ "/photo": one }, { "/photo": late }), photos).faults).toEqual({
      "/rows": "Row 2, photo: b.png has not arrived.",
    });
  });

  it("keeps the key of each row when another is removed", () => {
    const rows = keyedRows([{ "/n": "1" }, { "/n": "2" }]);
    expect(keyedRows(rowsIn(typedRows(rows.slice(1))))).toEqual([{ "/n": "2", row: "1" }]);
  });

  it("is JSON where a row has more than plain values, and where it is there already", () => {
    const tags = { type: "array", items: { type: "string" } };
    const rich = { type: "array", items: { type: "object", properties: { tags } } };
    expect(kinds({}, { type: "object", properties: { rich } })).toEqual({ "/rich": "json" });
    expect(kinds({ rows: [{ n: 1 }] }, schema)).toEqual({ "/rows": "json" });
  });

  it("takes no row from a draft that holds something else", () => {
    for (const draft of ['[{"n": 1}]', '[{"n":', '"x"']) expect(rowsIn(draft)).toEqual([]);
  });
});
