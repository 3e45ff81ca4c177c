import { expect, test } from "vitest";
import { filterPath, readFilter } from "./filter.ts";

test("a filter comes back from its address", () => {
  const filter = { status: "failed", channel: "slack" } as const;
  expect(filterPath(filter)).toBe("/deliveries?status=failed&channel=slack");
  expect(readFilter(new URLSearchParams("status=failed&channel=slack"))).toEqual(filter);
  expect(filterPath({})).toBe("/deliveries");
});

test("a channel from outside is one too", () => {
  expect(readFilter(new URLSearchParams("channel=ntfy"))).toEqual({ channel: "ntfy" });
});

test("what is no status, no channel and no id is left out", () => {
  expect(readFilter(new URLSearchParams("status=lost&channel=Fax&item=x"))).toEqual({});
});
