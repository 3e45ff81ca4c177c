import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { type DecisiveArg, decisiveArgs } from "./decisive-args.ts";
import { withCommitments } from "./secret-args.ts";

interface Asked {
  readonly schema?: JsonObject;
  readonly named?: readonly string[];
}

function of(args: JsonObject, { schema, named }: Asked = {}) {
  return decisiveArgs({
    action: { args },
    ...(schema && { argsSchema: schema }),
    demand: { ...(named && { args: named }) },
  });
}
const at = (...given: Parameters<typeof of>) => of(...given).args.map((arg) => arg.at);
const only = (...given: Parameters<typeof of>) => of(...given).args[0] as DecisiveArg;

const FILLER = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`a${n}`, `value ${n}`]));

test("where it happens, what is run, amounts and whom it reaches come before ids and texts", () => {
  const args = {
    body: "Dear all",
    correlation_id: "c-1",
    trace: "t",
    environment: "production",
    amount: 5,
    to: "ben",
    command: "ls",
  };
  const found = of(args);
  expect(found.args.map((arg) => arg.at)).toEqual([
    "/environment",
    "/command",
    "/amount",
    "/to",
    "/body",
  ]);
  expect(found.more).toBe(2);
});

test("what a rule of the policy names comes first, whatever its name is", () => {
  const args = { ...FILLER, environment: "test", zeta: { deep: [1, 2] }, amount: 1 };
  expect(at(args, { named: ["/zeta/deep/1", "/absent", "/a7"] }).slice(0, 3)).toEqual([
    "/zeta/deep/1",
    "/a7",
    "/environment",
  ]);
});

test("a hint of the tool lifts an argument behind what is known, and never above it", () => {
  const hint = { "x-earshot-decisive": true };
  const schema = {
    properties: Object.fromEntries(Object.keys(FILLER).map((key) => [key, hint])),
  };
  expect(at({ ...FILLER, stage: "live", total: 9 }, { schema }).slice(0, 3)).toEqual([
    "/stage",
    "/total",
    "/a0",
  ]);
  const one = { properties: { a9: hint } };
  expect(at(FILLER, { schema: one })[0]).toBe("/a9");
});

test("what the schema requires, lists or gives a format comes before the rest", () => {
  const schema = {
    required: ["a5"],
    properties: { a8: { enum: ["value 8"] }, a9: { format: "email" } },
  };
  expect(at(FILLER, { schema }).slice(0, 3)).toEqual(["/a9", "/a5", "/a8"]);
});

test("no kind of argument crowds out another, however many there are", () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`env_${n}_name`, "x"]));
  const { args, more } = of({ ...many, amount: 14_900, recipient: "mallory" });
  expect(args.map((arg) => arg.at)).toContain("/amount");
  expect(args.map((arg) => arg.at)).toContain("/recipient");
  expect(more).toBe(197);
});

test("thousands of arguments are counted, and hide neither what is known nor what a rule names", () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]));
  const { args, more } = of({ ...many, zone: "eu", amount: 5 }, { named: ["/k19999"] });
  expect(args.slice(0, 3).map((arg) => arg.at)).toEqual(["/k19999", "/zone", "/amount"]);
  expect(more).toBe(20_002 - args.length);
});

test("a look-alike of a known name is not taken for it", () => {
  expect(only({ "\u0430mount": 1, amount: 14_900 })).toMatchObject({ at: "/amount" });
  expect(only({ "env\u200bironment": "test", environment: "production" })).toMatchObject({
    at: "/environment",
  });
});

test("the names of arguments are read as words, in any manner of writing", () => {
  expect(only({ x: 1, targetEnvironment: "live" }).role).toBe("place");
  expect(only({ x: "y", "total-amount": 1 }).role).toBe("amount");
  expect(only({ user_id: "7" }).role).toBe("id");
  expect(only({ database_name: "crm" }).role).toBe("place");
  expect(only({ payment: { value: 5 } }).role).toBe("amount");
  expect(only({ amount: "a lot" }).role).toBe("plain");
});

describe("a value", () => {
  test("that is long is cut in its middle, between whole characters", () => {
    const text = `${"😀".repeat(40)} and the end`;
    const { value, end, left } = only({ path: text });
    expect(value).toBe("😀".repeat(32));
    expect(end).toBe("😀😀😀😀 and the end");
    expect(left).toBe(text.length - String(value).length - String(end).length);
  });

  test("is whole where the words that something is left out would be longer than that", () => {
    expect(only({ path: "x".repeat(68) })).toEqual(
      expect.objectContaining({ value: "x".repeat(68) }),
    );
    expect(only({ path: "x".repeat(69) }).left).toBe(21);
  });

  test("of several lines is the first of them", () => {
    expect(only({ content: "Hello,\n\tworld" })).toMatchObject({
      value: "Hello,",
      end: "",
      left: 7,
    });
  });

  test("that is secret is not shown, nor what takes its place", () => {
    const { args } = withCommitments({ to: "x", pin: "4711" }, ["/pin"], () => "c0ffee");
    expect(JSON.stringify(of(args))).not.toMatch(/4711|c0ffee/);
    expect(of(args).args).toContainEqual({ at: "/pin", role: "plain", isSecret: true });
  });

  test("of a list is its first, with how many there are", () => {
    expect(only({ to: ["ann", "ben", "mallory"] })).toMatchObject({ value: "ann", entries: 3 });
    expect(only({ to: [{ name: "ann" }] })).toEqual({ at: "/to", role: "target", entries: 1 });
  });

  test("goes with its currency, which is none where cents are counted or the code is no code", () => {
    expect(of({ amount: 14_900, currency: "EUR" })).toMatchObject({
      args: [{ at: "/amount", currency: "EUR" }],
      more: 0,
    });
    expect(only({ amount_cents: 5, currency: "EUR" })).not.toHaveProperty("currency");
    expect(only({ amount: 5, currency: "eur" })).not.toHaveProperty("currency");
    expect(only({ pay: { amount: 5, currency: "JPY" } })).toMatchObject({ currency: "JPY" });
  });
});

test("arguments as deep as any agent sends them have an end", () => {
  let deep: Json = 1;
  for (let level = 0; level < 100_000; level++) deep = { a: deep };
  expect(of({ deep })).toEqual({ args: [{ at: "/deep/a/a/a", role: "plain" }], more: 0 });
});
