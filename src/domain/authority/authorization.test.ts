import { expect, test } from "vitest";
import { toTimestamp } from "../timestamp.ts";
import { countsFrom } from "./authorization.ts";

const createdAt = toTimestamp(10_000);
const request = { createdAt, authorization: {} };

test("without a wait a vote counts, though the clock that saw the request was ahead", () => {
  expect(countsFrom(request, {})).toBeUndefined();
});

test("a wait begins with the request, and anew with the change of another", () => {
  expect(countsFrom(request, { waitMs: 500 })).toBe(toTimestamp(10_500));
  const edit = { at: toTimestamp(20_000), others: true } as const;
  expect(countsFrom({ createdAt, authorization: { edit } }, { waitMs: 500 })).toBe(
    toTimestamp(20_500),
  );
});
