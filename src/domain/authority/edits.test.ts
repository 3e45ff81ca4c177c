import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import type { EditRule } from "./authorization.ts";
import { DIRECTION, editKind, isLooserRule, stricterOf } from "./edits.ts";

const narrow = (edits: Readonly<Record<string, string>>): EditRule => ({ narrow: edits });
const ASKED = { to: ["ana", "ben", "cleo"], amount: 100, pay: { fee: 3 }, cc: "zoe", note: "So." };
const kindOf = (rule: EditRule | undefined, over: JsonObject) =>
  editKind(rule, { asked: ASKED, edited: { ...ASKED, ...over } });
const without = (key: string): JsonObject =>
  Object.fromEntries(Object.entries(ASKED).filter(([name]) => name !== key));

describe("an edit", () => {
  test.each<[string, EditRule | undefined]>([
    ["no rule about edits", undefined],
    ["second", "second"],
    ["narrow of another argument", narrow({ "/fee": "lower" })],
  ])("is wider under %s, whatever it changes", (_, rule) => {
    expect(kindOf(rule, { amount: 99 })).toBe("wider");
  });

  test("is forbidden under none", () => {
    expect(kindOf("none", { amount: 99 })).toBe("forbidden");
  });

  test.each<EditRule>(["none", "second", narrow({ "/amount": "lower" })])(
    "that brings the agent's arguments back is none, under %j",
    (rule) => {
      expect(kindOf(rule, {})).toBe("same");
    },
  );

  test.each<[string, Json, "narrow" | "wider"]>([
    ["lower", 99, "narrow"],
    ["lower", 0, "narrow"],
    ["lower", -1, "wider"],
    ["lower", 101, "wider"],
    ["lower", "99", "wider"],
    ["lower", null, "wider"],
    ["lower, at least 5", 5, "narrow"],
    ["lower, at least 5", 4.99, "wider"],
    ["lower, at least -2.5", -2.5, "narrow"],
    ["higher", 1e9, "narrow"],
    ["higher", 99, "wider"],
    ["higher, at most 200", 200, "narrow"],
    ["higher, at most 200", 201, "wider"],
    ["subset", 99, "wider"],
    ["absent", 99, "wider"],
  ])("of a number of 100 where it says %s to %j is %s", (direction, amount, kind) => {
    expect(kindOf(narrow({ "/amount": direction }), { amount })).toBe(kind);
  });

  test.each<[Json, "narrow" | "wider"]>([
    [["ana"], "narrow"],
    [["ana", "cleo"], "narrow"],
    [[], "wider"],
    [["zoe"], "wider"],
    [["ana", "ana"], "wider"],
    [["cleo", "ana"], "wider"],
    [["ana", "ben", "cleo", "zoe"], "wider"],
    ["ana", "wider"],
    [null, "wider"],
  ])("of a list of three where it says subset to %j is %s", (to, kind) => {
    expect(kindOf(narrow({ "/to": "subset" }), { to })).toBe(kind);
  });

  test("may leave out what the rule names as absent, and nothing else", () => {
    const rule = narrow({ "/cc": "absent" });
    expect(editKind(rule, { asked: ASKED, edited: without("cc") })).toBe("narrow");
    expect(editKind(rule, { asked: ASKED, edited: without("note") })).toBe("wider");
    expect(kindOf(rule, { cc: null })).toBe("wider");
    expect(editKind(rule, { asked: without("cc"), edited: ASKED })).toBe("wider");
  });

  test.each<[string, JsonObject]>([
    ["changes another argument too", { amount: 50, note: "So!" }],
    ["adds an argument", { amount: 50, force: true }],
    ["changes one above the named one", { amount: 50, pay: 3 }],
  ])("is wider if it also %s", (_, over) => {
    expect(kindOf(narrow({ "/amount": "lower", "/pay/fee": "lower" }), over)).toBe("wider");
  });

  test("may change several named arguments, nested ones too", () => {
    const rule = narrow({ "/amount": "lower", "/pay/fee": "lower" });
    expect(kindOf(rule, { amount: 50, pay: { fee: 2 } })).toBe("narrow");
  });

  test("of an element of a list is narrow only where the list stays as long", () => {
    const asked = { items: [{ price: 3 }, { price: 4 }] };
    const rule = narrow({ "/items/0/price": "lower" });
    const kind = (items: readonly Json[]) => editKind(rule, { asked, edited: { items } });
    expect(kind([{ price: 2 }, { price: 4 }])).toBe("narrow");
    expect(kind([{ price: 2 }])).toBe("wider");
    expect(kind([{ price: 2 }, { price: 3 }])).toBe("wider");
  });

  test("does not take what every object inherits for an argument or a rule", () => {
    const asked = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as JsonObject;
    const edited = JSON.parse('{"__proto__":{"a":0},"constructor":2}') as JsonObject;
    expect(editKind(narrow({}), { asked, edited })).toBe("wider");
    expect(editKind(narrow({ "/__proto__/a": "lower" }), { asked, edited })).toBe("narrow");
  });
});

const anyRule = fc.oneof(
  fc.constantFrom<EditRule>("none", "second"),
  fc
    .uniqueArray(fc.tuple(fc.constantFrom("/a", "/b"), fc.constantFrom("lower", "higher")), {
      selector: ([pointer]) => pointer,
      minLength: 1,
    })
    .map((entries): EditRule => narrow(Object.fromEntries(entries))),
);
const anyArgs = fc.record({ a: fc.integer({ min: 0, max: 3 }), b: fc.integer({ min: 0, max: 3 }) });
const anyEdit = fc.record({ asked: anyArgs, edited: anyArgs });
const STRICTNESS = { same: 0, narrow: 1, wider: 2, forbidden: 3 } as const;

describe("of two rules about edits", () => {
  test("the stricter one is as strict as each of them for every edit", () => {
    fc.assert(
      fc.property(anyRule, anyRule, anyEdit, (one, other, edit) => {
        const strict = (rule: EditRule) => STRICTNESS[editKind(rule, edit)];
        expect(strict(stricterOf(one, other))).toBeGreaterThanOrEqual(
          Math.max(strict(one), strict(other)),
        );
      }),
    );
  });

  test("one that is not looser stops all that the other stops", () => {
    fc.assert(
      fc.property(anyRule, anyRule, anyEdit, (from, to, edit) => {
        fc.pre(!isLooserRule(from, to));
        const strict = (rule: EditRule) => STRICTNESS[editKind(rule, edit)];
        expect(strict(to)).toBeGreaterThanOrEqual(strict(from));
      }),
    );
  });

  test("a missing one stands for second", () => {
    expect(isLooserRule(undefined, "second")).toBe(false);
    expect(isLooserRule("none", undefined)).toBe(true);
    expect(isLooserRule(undefined, narrow({ "/a": "lower" }))).toBe(true);
    expect(stricterOf(undefined, narrow({ "/a": "lower" }))).toBe("second");
  });
});

test.each([
  "Lower",
  "lower,at least 1",
  "lower, at least",
  "lower, at most 3",
  "less",
  "",
  "lower\n",
])("%j is no direction", (text) => {
  expect(DIRECTION.test(text)).toBe(false);
});
