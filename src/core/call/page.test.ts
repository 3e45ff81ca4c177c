import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageLimit, toPage } from "./page.ts";

describe("the size of a page", () => {
  test("is 50 where nobody says", () => {
    expect(pageLimit()).toBe(50);
    expect(pageLimit(undefined)).toBe(50);
  });

  test.each([1, 50, 100])("may be %d", (limit) => {
    expect(pageLimit(limit)).toBe(limit);
  });

  test.each([0, -1, 101, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("may not be %d", (limit) => {
    expect(() => pageLimit(limit)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: `A page has 1 to 100 items, not ${limit}.`,
      }),
    );
  });
});

describe("a page", () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `id${index}` }));

  test("names the last item shown where there is one more", () => {
    expect(toPage(items(3), 2)).toEqual({ items: items(2), next: "id1" });
  });

  test("names nothing where it is the last", () => {
    expect(toPage(items(2), 2)).toEqual({ items: items(2) });
    expect(toPage([], 2)).toEqual({ items: [] });
  });

  test("after page brings every item once, in order", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 10 }), (count, limit) => {
        const all = items(count);
        const seen: string[] = [];
        let from: string | undefined;
        do {
          const start = from === undefined ? 0 : all.findIndex(({ id }) => id === from) + 1;
          const page = toPage(all.slice(start, start + limit + 1), limit);
          seen.push(...page.items.map(({ id }) => id));
          from = page.next;
        } while (from !== undefined);
        expect(seen).toEqual(all.map(({ id }) => id));
      }),
    );
  });
});
