import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verifyActionProof } from "../../src/cli/log/verify-action-proof.ts";
import { PROOF_FAULTS, readActionProof } from "../../src/domain/log/action-proof.ts";
import { createProof } from "../../src/system/signer.ts";
import { parseKeys } from "../../src/system/signing-keys.ts";
import { type ProofVector, type ProofVectors, proofOf } from "../support/vectors/proofs.ts";

const FILE = new URL("../../docs/specification/vectors/action-proofs.json", import.meta.url);
const MADE: ProofVectors = JSON.parse(readFileSync(FILE, "utf8"));
const { vectors: VECTORS } = MADE;
const isGood = ({ expected }: ProofVector) => !("fault" in expected);

/** What the product says of a vector. */
function said(vector: ProofVector): ProofVector["expected"] {
  const proof = readActionProof(proofOf(MADE, vector));
  if (proof === undefined) return { fault: "malformed" };
  const set = MADE.keys[vector.keys] as { readonly deployment?: string };
  const prove = createProof(parseKeys(JSON.stringify(set)) ?? []);
  const { fault } = verifyActionProof(proof, { prove, deployment: set.deployment });
  if (fault !== undefined) return { fault };
  const events = proof.events.map(({ event }) => event.seq);
  return { workspace: proof.events[0]?.event.workspace ?? "", events };
}

describe("the vectors of proofs", () => {
  test("are of every fault, each with a name of its own", () => {
    const faults = VECTORS.flatMap(({ expected }) => ("fault" in expected ? [expected.fault] : []));
    expect([...new Set(faults)].sort()).toEqual([...PROOF_FAULTS].sort());
    expect(VECTORS.filter(isGood).length).toBeGreaterThanOrEqual(14);
    expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length);
  });

  test.each(VECTORS.map((one) => [one.name, one] as const))("%s", (_name, vector) => {
    expect(said(vector)).toEqual(vector.expected);
  });
});
