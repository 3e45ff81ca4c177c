import { writeFileSync } from "node:fs";
import { readActionProof } from "../src/domain/log/action-proof.ts";
import { forgedProofVectors, HUGE } from "../test/support/vectors/forged-proofs.ts";
import { goodProofs, goodVariants } from "../test/support/vectors/good-proofs.ts";
import { oddSeals } from "../test/support/vectors/odd-seals.ts";
import { type ProofVector, type ProofVectors, proofOf } from "../test/support/vectors/proofs.ts";

/*
 * Writes docs/specification/vectors/action-proofs.json anew, with other keys: node scripts/proof-vectors.ts
 * What is expected of a forged one is said where it is made.
 */
const FILE = "docs/specification/vectors/action-proofs.json";

const good = await goodProofs();
const { keys, proofs } = good;
const made: ProofVectors = { keys, proofs, vectors: [] };
const whole = Object.keys(proofs).map((proof) => ({ name: proof, proof, keys: "own" }));
const held = [...whole, ...goodVariants(made)].map((one): ProofVector => {
  const proof = readActionProof(proofOf(made, one));
  if (proof === undefined) throw new Error(one.name);
  const events = proof.events.map(({ event }) => event.seq);
  return { ...one, expected: { workspace: proof.events[0]?.event.workspace ?? "", events } };
});
const odd = await oddSeals(good);
await good.close();
const vectors = [...held, ...forgedProofVectors(made), ...odd];
const lines = (all: readonly unknown[]) =>
  all.map((one) => JSON.stringify(one).replaceAll(String(HUGE), "1e400")).join(",\n");
const members = (all: Readonly<Record<string, unknown>>) =>
  Object.entries(all)
    .map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`)
    .join(",\n");
// One line each, so that a change of one shows.
writeFileSync(
  FILE,
  `{"keys": {\n${members(keys)}\n},\n"proofs": {\n${members(proofs)}\n},\n"vectors": [\n${lines(vectors)}\n]}\n`,
);
console.log(`${FILE}: ${vectors.length} vectors`);
