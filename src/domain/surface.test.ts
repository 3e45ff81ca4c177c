import { expect, test } from "vitest";
import { isSurface, SURFACES } from "./surface.ts";

test("every surface of the table is one", () => {
  expect(SURFACES.filter((surface) => !isSurface(surface))).toEqual([]);
});

test.each(["", "Console", "toString", "carrier pigeon"])("%j is no surface", (text) => {
  expect(isSurface(text)).toBe(false);
});
