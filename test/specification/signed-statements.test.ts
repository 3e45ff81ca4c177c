import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { followSigners } from "../../src/domain/votes/signer-chain.ts";
import { checkVotes } from "../../src/domain/votes/vote-check.ts";
import { statements } from "../../src/system/votes/statements.ts";
import type { Expected, Vector } from "../support/vectors/vector.ts";

const FILE = new URL("../../docs/specification/vectors/signed-statements.json", import.meta.url);
const VECTORS: readonly Vector[] = JSON.parse(readFileSync(FILE, "utf8"));
const isGood = ({ expected }: Vector) => !("fault" in expected);

/** What the product says of a vector. */
function said({ entries, pin, seen, now, votes, wanted }: Vector["input"]): Expected {
  const { set, fault } = followSigners(entries, { root: pin, seen, now }, statements);
  if (set === undefined) return { fault: fault.code, seq: fault.seq };
  const signers = [...set.people.values()]
    .flatMap((person) => person.signers)
    .filter(({ until }) => until === undefined)
    .map(({ id }) => id)
    .sort();
  const held = { head: set.head, signers };
  if (votes === undefined || wanted === undefined) return held;
  const checked = checkVotes(votes, { set, wanted }, statements);
  if (checked.voters === undefined) return { fault: checked.fault };
  return { ...held, voters: [...checked.voters].sort() };
}

describe("the vectors of signed statements", () => {
  test("are 30 good and 60 forged ones at least, each with a name of its own", () => {
    expect(VECTORS.filter(isGood).length).toBeGreaterThanOrEqual(30);
    expect(VECTORS.filter((one) => !isGood(one)).length).toBeGreaterThanOrEqual(60);
    expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length);
  });

  test.each(VECTORS.map((one) => [one.name, one] as const))("%s", (_name, { input, expected }) => {
    expect(said(input)).toEqual(expected);
  });
});
