import { expect, test } from "vitest";
import { readNotice } from "./notice.ts";

test("a notice names its node and how far logs reach", () => {
  expect(readNotice('{"node":"n1","positions":[["w1",7],["w2",12]]}')).toEqual({
    node: "n1",
    positions: [
      { workspace: "w1", seq: 7 },
      { workspace: "w2", seq: 12 },
    ],
  });
});

test("a notice without positions only says that there is something to read", () => {
  expect(readNotice('{"node":"n1"}')).toEqual({ node: "n1" });
});

test.each([
  "",
  "tick",
  "[]",
  "null",
  '{"node":7}',
  '{"node":"n","positions":7}',
  '{"node":"n","positions":[["w"]]}',
  '{"node":"n","positions":[["w",1.5]]}',
  '{"node":"n","positions":[[1,2]]}',
])("%j is no notice, and says no more than that something happened", (payload) => {
  expect(readNotice(payload)).toBeUndefined();
});
