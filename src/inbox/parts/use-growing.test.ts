import { expect, test } from "vitest";
import { appended } from "./use-growing.ts";

const entry = (place: number) => ({ place });

test("an entry that comes twice stands once", () => {
  const all = appended([entry(1), entry(2)], [entry(2), entry(3)]);
  expect(all.map(({ place }) => place)).toEqual([1, 2, 3]);
});
