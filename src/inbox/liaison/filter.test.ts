import { expect, test } from "vitest";
import { filterPath, readFilter } from "./filter.ts";

test("a filter is read back from its own address", () => {
  for (const filter of [{}, { mine: true }, { mine: true, phase: "completed" }] as const) {
    expect(readFilter(new URL(filterPath(filter), "http://x").searchParams)).toEqual(filter);
  }
});

test("what is not known is left out", () => {
  expect(readFilter(new URLSearchParams("mine=yes&phase=later"))).toEqual({});
});
