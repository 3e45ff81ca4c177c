import { expect, test } from "vitest";
import { EarshotError } from "../../domain/errors.ts";
import { withSource } from "./read-source.ts";

const TEXT = '{\n  "version": 1,\n  "rules": [{ "name": "a" }]\n}';
const refuse = (error: Error) => () => Promise.reject(error);

test("a policy that is taken has no faults", async () => {
  const seen: unknown[] = [];
  const faults = await withSource(TEXT, async (source) => {
    seen.push(source);
  });
  expect(faults).toEqual([]);
  expect(seen).toEqual([{ version: 1, rules: [{ name: "a" }] }]);
});

test("what is no JSON object is not sent", async () => {
  const never = refuse(new Error("sent"));
  expect(await withSource("[]", never)).toMatchObject([{ line: 1 }]);
  expect(await withSource('{\n"a"', never)).toMatchObject([{ line: 2 }]);
});

test("faults that the server tells stand at their lines", async () => {
  const details = { faults: ["rules[0].level: it is one of LOW, HIGH."], count: 1 };
  const error = new EarshotError("INVALID_INPUT", "refused", { details });
  expect(await withSource(TEXT, refuse(error))).toEqual([
    { line: 3, text: "rules[0].level: it is one of LOW, HIGH." },
  ]);
});

test("a refusal without places is told line by line", async () => {
  const error = new EarshotError("INVALID_INPUT", "The policy is refused:\nit is too long.");
  expect(await withSource(TEXT, refuse(error))).toHaveLength(2);
});

test("what is no fault of the policy is thrown", async () => {
  const error = new EarshotError("NOT_ALLOWED", "no");
  await expect(withSource(TEXT, refuse(error))).rejects.toBe(error);
});
