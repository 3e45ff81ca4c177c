import { writeFileSync } from "node:fs";
import { followSigners } from "../src/domain/votes/signer-chain.ts";
import { statements } from "../src/system/votes/statements.ts";
import { forgedVectors } from "../test/support/vectors/forged.ts";
import { goodVectors } from "../test/support/vectors/good.ts";
import type { Expected, Vector } from "../test/support/vectors/vector.ts";

/*
 * Writes docs/specification/vectors/signed-statements.json anew, with other keys: node scripts/signed-vectors.ts
 * What is expected of a vector is said where it is made; a head and ids come from the chain itself.
 */
const FILE = "docs/specification/vectors/signed-statements.json";

function whole({ name, input, voters }: ReturnType<typeof goodVectors>[number]): Vector {
  const { set, fault } = followSigners(
    input.entries,
    { root: input.pin, seen: input.seen, now: input.now },
    statements,
  );
  if (set === undefined) throw new Error(`${name}: ${JSON.stringify(fault)}`);
  const signers = [...set.people.values()]
    .flatMap((person) => person.signers)
    .filter(({ until }) => until === undefined)
    .map(({ id }) => id)
    .sort();
  const held = { head: set.head, signers };
  const expected: Expected = voters === undefined ? held : { ...held, voters };
  return { name, input, expected };
}

const vectors = [...goodVectors().map(whole), ...forgedVectors()];
// One line each, so that a change of one shows.
writeFileSync(FILE, `[\n${vectors.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
console.log(`${FILE}: ${vectors.length} vectors`);
