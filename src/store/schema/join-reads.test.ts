import { expect, test } from "vitest";
import { joinReads } from "./join-reads.ts";

test("a member that two parts give is refused: the last would win unseen", () => {
  const requests = { findRequest: () => "first", listRequests: () => [] };
  const others = { findRequest: () => "second" };
  expect(() => joinReads(requests, others)).toThrow('Two parts of the store have a member "find');
  expect(joinReads(requests, { close: () => {} })).toHaveProperty("close");
});
