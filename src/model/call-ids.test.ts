import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelMessage } from "../ports/model/model.ts";
import { newCallId, settleCallIds } from "./call-ids.ts";

const calls = fc.array(
  fc.record({
    id: fc.constantFrom("", " ", "a", "b", "call_1", "functions.list:0"),
    name: fc.string(),
    args: fc.jsonValue(),
  }),
  { maxLength: 8 },
);

test("whatever ids a model gives, each is unique in the conversation and none is blank", () => {
  fc.assert(
    fc.property(calls, calls, (before, given) => {
      const settledBefore = settleCallIds(before, []);
      const messages: ModelMessage[] = [{ role: "assistant", text: "", calls: settledBefore }];
      const settled = settleCallIds(given, messages);
      const ids = [...settledBefore, ...settled].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => id.trim() !== "")).toBe(true);
      expect(settled.map(({ name, args }) => ({ name, args }))).toEqual(
        given.map(({ name, args }) => ({ name, args })),
      );
    }),
  );
});

test("an id that is free is kept", () => {
  const call = { id: "functions.list:0", name: "list", args: {} };
  expect(settleCallIds([call], [])).toEqual([call]);
});

test("an id of ours is nine letters and digits", () => {
  expect(newCallId()).toMatch(/^[0-9a-z]{9}$/);
});
