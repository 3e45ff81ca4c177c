import { expect, test } from "vitest";
import { shareOf } from "./share.ts";

/* Which cells of a product `npm test` takes. */

const ROWS = Array.from({ length: 20 }, (_, at) => `row ${at}`);
const COLUMNS = ["first", "second", "third"];
const CELLS = ROWS.flatMap((row) => COLUMNS.map((column) => ({ row, column })));
type Cell = (typeof CELLS)[number];

const takenOf = (percent: number, of = CELLS, seed = 1) =>
  shareOf(of, {
    nameOf: ({ row, column }: Cell) => `${row} ${column}`,
    valuesOf: ({ row, column }: Cell) => [row, column],
    percent,
    seed,
  });

test("every row and every column stands in a cell that is taken, however small the share", () => {
  const taken = takenOf(0);
  expect(new Set(taken.map(({ row }) => row)).size).toBe(ROWS.length);
  expect(new Set(taken.map(({ column }) => column)).size).toBe(COLUMNS.length);
  expect(taken.length).toBeLessThan(ROWS.length + COLUMNS.length);
});

test("a larger share holds the smaller one, and the whole is everything in its order", () => {
  const needed = takenOf(0).length;
  expect(takenOf(50)).toHaveLength(needed + Math.ceil((CELLS.length - needed) / 2));
  expect(takenOf(60)).toEqual(expect.arrayContaining([...takenOf(40)]));
  expect(takenOf(100)).toEqual(CELLS);
});

test("a seed takes the same cells each time, and another seed others", () => {
  expect(takenOf(40)).toEqual(takenOf(40));
  expect(takenOf(40, CELLS, 2)).not.toEqual(takenOf(40));
});

test("a row more takes nothing from the others but the share", () => {
  const more = takenOf(0, [...CELLS, { row: "row 20", column: "first" }]);
  const former = takenOf(0);
  expect(more.filter(({ row }) => row !== "row 20").length).toBeLessThanOrEqual(former.length);
  expect(former.filter((cell) => more.includes(cell)).length).toBeGreaterThan(former.length - 2);
});
