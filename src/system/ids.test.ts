import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type IdPrefix, isId } from "../domain/id.ts";
import { createIds, type FillRandom } from "./ids.ts";

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const PREFIXES: readonly IdPrefix[] = ["prn", "key", "req", "msg", "cnv"];
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

const standing = { now: () => NOW };

/** A clock that reads each of these once and then stays at the last. */
function clockOf(readings: readonly number[]) {
  let next = 0;
  return { now: () => readings[Math.min(next++, readings.length - 1)] ?? NOW };
}

/** Random bytes that repeat the pattern. */
function filledWith(pattern: readonly number[]): FillRandom {
  return (bytes) => {
    for (const index of bytes.keys()) bytes[index] = pattern[index % pattern.length] ?? 0;
  };
}

const numberOf = (digits: string) =>
  [...digits].reduce((value, digit) => value * 32n + BigInt(DIGITS.indexOf(digit)), 0n);
const timeOf = (id: string) => Number(numberOf(id.slice(4, 14)));
const randomOf = (id: string) => numberOf(id.slice(14));

const readings = fc.array(fc.integer({ min: NOW - 3, max: NOW + 3 }), {
  minLength: 1,
  maxLength: 60,
});
const patterns = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 40 }),
  fc.array(fc.constantFrom(0, 255), { minLength: 1, maxLength: 20 }),
);

describe("ids of one source", () => {
  test("sort as they were made, whatever the clock does and whatever chance gives", () => {
    fc.assert(
      fc.property(readings, patterns, (times, pattern) => {
        const ids = createIds(clockOf(times), filledWith(pattern));
        const made = Array.from({ length: 80 }, () => ids.next("req"));
        expect(made).toEqual([...new Set(made)].sort());
      }),
    );
  });

  test("sort as they were made where all random bits are ones", () => {
    const ids = createIds(standing, filledWith([255]));
    const made = Array.from({ length: 600 }, () => ids.next("msg"));
    expect(made).toEqual([...new Set(made)].sort());
    expect(made.filter((id) => !isId("msg", id))).toEqual([]);
  });

  test("carry the latest time that was read, also when the clock goes back", () => {
    const ids = createIds(clockOf([NOW, NOW + 5, NOW - 1_000, NOW + 6]));
    const made = Array.from({ length: 4 }, () => timeOf(ids.next("req")));
    expect(made).toEqual([NOW, NOW + 5, NOW + 5, NOW + 6]);
  });

  test("have the form of their prefix", () => {
    const ids = createIds(standing);
    for (const prefix of PREFIXES) expect(isId(prefix, ids.next(prefix))).toBe(true);
  });

  test("are made of 80 random bits, each of which counts", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const id = createIds(standing, filledWith([...bytes])).next("req");
        expect(timeOf(id)).toBe(NOW);
        expect(randomOf(id)).toBe(BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
      }),
    );
  });

  test("cannot be guessed from the one before in the same millisecond", () => {
    const ids = createIds(standing);
    const made = Array.from({ length: 100 }, () => randomOf(ids.next("req")));
    const steps = made.slice(1).map((value, index) => value - (made[index] ?? 0n));
    expect(new Set(steps).size).toBeGreaterThan(90);
  });

  test("of two sources differ in the same millisecond", () => {
    const made = [createIds(standing), createIds(standing)].map((ids) => ids.next("req"));
    expect(new Set(made).size).toBe(2);
  });
});

describe("random bytes", () => {
  test("are used once, over the end of what was drawn at a time", () => {
    let count = 0;
    const drawn: Buffer[] = [];
    const counting: FillRandom = (bytes) => {
      for (let at = 0; at < bytes.length; at += 4) {
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, count++);
      }
      drawn.push(Buffer.from(bytes));
    };
    const ids = createIds(standing, counting);
    const salts = Array.from({ length: 2_000 }, () => ids.salt());
    expect(new Set(salts).size).toBe(salts.length);
    const pool = Buffer.concat(drawn).toString("latin1");
    const raw = salts.map((salt) => Buffer.from(salt, "base64url").toString("latin1"));
    expect(raw.filter((bytes) => !pool.includes(bytes))).toEqual([]);
  });

  test("make a salt of 96 bits", () => {
    const salts = Array.from({ length: 50 }, () => createIds(standing).salt());
    expect(salts.filter((salt) => !/^[\w-]{16}$/.test(salt))).toEqual([]);
    expect(Buffer.from(salts[0] ?? "", "base64url")).toHaveLength(12);
    expect(new Set(salts).size).toBe(salts.length);
  });

  test("make a secret of 256 bits, all of them as drawn", () => {
    const bytes = Array.from({ length: 32 }, (_, index) => index * 7);
    const secret = createIds(standing, filledWith(bytes)).secret();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect([...Buffer.from(secret, "base64url")]).toEqual(bytes);
  });

  test("are the machine's where nothing else is given", () => {
    const [one, two] = [createIds(standing).secret(), createIds(standing).secret()];
    expect(one).not.toBe(two);
  });
});
