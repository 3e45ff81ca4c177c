import { expect, test } from "vitest";
import { distinctCalls } from "./distinct-calls.ts";

test("calls keep their ids where those are new and printable, and get ours elsewhere", () => {
  const given = ["ok", "ok", "", "has space", "x".repeat(49), "known"];
  const calls = distinctCalls(
    given.map((id) => ({ id, name: "read", args: undefined })),
    { step: 2, known: new Set(["known", "call_2_2"]) },
  );
  expect(calls.map(({ id }) => id)).toEqual([
    "ok",
    "call_2_2_1",
    "call_2_3",
    "call_2_4",
    "call_2_5",
    "call_2_6",
  ]);
  expect(calls[0]?.args).toBeNull();
});
