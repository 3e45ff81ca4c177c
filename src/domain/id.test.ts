import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatId, type IdPrefix, isId, isWorkspaceId, ownConversation } from "./id.ts";

const FORTY_BITS = 2 ** 40;
const MAX_MS = 2 ** 48 - 1;
const PREFIXES: readonly IdPrefix[] = ["prn", "key", "req", "msg", "cnv"];

const forty = fc.integer({ min: 0, max: FORTY_BITS - 1 });
const times = fc.integer({ min: 0, max: MAX_MS });
const parts = fc.record({ ms: times, high: forty, low: forty });

describe("an id", () => {
  test("is its prefix, ten digits of time and sixteen of chance", () => {
    expect(formatId("req", 0, { high: 0, low: 0 })).toBe(`req_${"0".repeat(26)}`);
    expect(formatId("key", 32, { high: 33, low: FORTY_BITS - 1 })).toBe(
      `key_${"0000000010"}${"00000011"}${"zzzzzzzz"}`,
    );
    expect(formatId("msg", MAX_MS, { high: 0, low: 0 })).toBe(`msg_7zzzzzzzzz${"0".repeat(16)}`);
  });

  test("has the form of its prefix and of no other", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PREFIXES), parts, (prefix, { ms, ...random }) => {
        const id: string = formatId(prefix, ms, random);
        expect(PREFIXES.filter((other) => isId(other, id))).toEqual([prefix]);
      }),
    );
  });

  test("sorts by time, then by its random part", () => {
    // Near times and equal halves, where the order hangs on the last digits.
    const near = fc.record({
      ms: fc.integer({ min: 2 ** 45 - 2, max: 2 ** 45 + 2 }),
      high: fc.oneof(fc.integer({ min: 0, max: 2 }), forty),
      low: fc.oneof(fc.integer({ min: 0, max: 2 }), forty),
    });
    fc.assert(
      fc.property(near, near, (a, b) => {
        const order = a.ms - b.ms || a.high - b.high || a.low - b.low;
        const [first, second] = [formatId("req", a.ms, a), formatId("req", b.ms, b)];
        expect(Math.sign(order)).toBe(first < second ? -1 : Number(first > second));
      }),
    );
  });

  const id = formatId("req", Date.UTC(2026, 10, 21), { high: 1, low: 2 });
  test.each([
    ["another prefix", id.replace("req_", "msg_")],
    ["no prefix", id.slice("req_".length)],
    ["a digit less", id.slice(0, -1)],
    ["a digit more", `${id}0`],
    ["a line end behind it", `${id}\n`],
    ["upper case", id.toUpperCase()],
    ["a letter that reads like a digit", `${id.slice(0, -1)}l`],
    ["a time beyond 48 bits", `req_8${id.slice(5)}`],
    ["nothing", ""],
  ])("with %s is none", (_, text) => {
    expect(isId("req", text)).toBe(false);
  });
});

test("an agent's own conversation is named after it", () => {
  const agent = formatId("prn", 1_000, { high: 7, low: 9 });
  const conversation = ownConversation(agent);
  expect(isId("cnv", conversation)).toBe(true);
  expect(conversation.slice("cnv_".length)).toBe(agent.slice("prn_".length));
});

test.each(["default", "a", "0", "team-7", "a".repeat(63)])("%s names a workspace", (text) => {
  expect(isWorkspaceId(text)).toBe(true);
});

test.each(["", "-a", "Team", "a b", "ä", "a_b", "a/b", "a\n", "a".repeat(64)])(
  "%j names no workspace",
  (text) => {
    expect(isWorkspaceId(text)).toBe(false);
  },
);
