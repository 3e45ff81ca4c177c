import { describe, expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import type { Action } from "../../src/domain/authority/action.ts";
import type { Json } from "../../src/domain/json.ts";
import { digest } from "../../src/system/digest.ts";
import { createRandom, type Random } from "../../src/testing/simulator/random.ts";
import { MUTATIONS } from "./action-mutations.ts";
import { randomAction } from "./random-action.ts";

const PAIRS = volumeOf("digests");
const MUTATIONS_EACH = 5;

/** The same value with the keys of every object in another order. */
function shuffled(value: Json, random: Random): Json {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [random.next(), key, shuffled(item, random)] as const,
  );
  const sorted = entries.toSorted(([one], [two]) => one - two);
  return Object.fromEntries(sorted.map(([, key, item]) => [key, item]));
}

/** The same JSON as another program might write it: other order, white space, escapes. */
function rewritten(value: Json, random: Random): Json {
  const text = JSON.stringify(shuffled(value, random), null, random.int(0, 3));
  const escaped = text.replaceAll(
    /[^\x20-\x7e\n]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return JSON.parse(escaped) as Json;
}

const NAMES = Object.keys(MUTATIONS);

/** The mutations, from this one on, that leave the digest of the action as it is. */
function unseen(action: Action, first: number, random: Random): string[] {
  const whole = digest.action(action);
  const tried = Array.from({ length: MUTATIONS_EACH }, (_, index) => {
    return NAMES[(first + index) % NAMES.length] ?? "";
  });
  return tried
    .filter((name) => digest.action(MUTATIONS[name]?.(action, random) ?? action) === whole)
    .map((name) => `${name} of ${JSON.stringify(action)}`);
}

describe(`over ${PAIRS.toLocaleString("en")} pairs of an action and a mutation`, () => {
  test("a mutation has another digest, and the same action written otherwise has the same", () => {
    const random = createRandom(provenSeed());
    const same: string[] = [];
    const other: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += MUTATIONS_EACH) {
      const action = randomAction(random);
      same.push(...unseen(action, pair, random));
      const again = rewritten(action as unknown as Json, random) as unknown as Action;
      if (digest.action(again) !== digest.action(action)) other.push(JSON.stringify(action));
    }
    expect(same).toEqual([]);
    expect(other).toEqual([]);
  });
});

describe("what RFC 8785 takes for the same number", () => {
  const random = createRandom(provenSeed());
  const action = randomAction(random);
  const of = (value: Json) => digest.action({ ...action, args: { value } });

  test("is the same: nought and minus nought, 1 and 1.0", () => {
    expect(of(-0)).toBe(of(0));
    expect(of(JSON.parse("1.0"))).toBe(of(1));
    expect(of(JSON.parse("1e2"))).toBe(of(100));
  });

  test("is not the same as its text, its list or a truth", () => {
    const digests = [0, "0", "-0", [0], false, null, {}].map((value) => of(value));
    expect(new Set(digests).size).toBe(digests.length);
  });
});
