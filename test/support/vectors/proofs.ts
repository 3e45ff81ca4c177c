import type { ProofFault } from "../../../src/domain/log/action-proof.ts";
import { changed } from "./vector.ts";

/** docs/specification/action-proofs.md says what they are. */
export interface ProofVectors {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly proofs: Readonly<Record<string, unknown>>;
  readonly vectors: readonly ProofVector[];
}

export interface ProofVector {
  readonly name: string;
  readonly proof: string;
  readonly keys: string;
  readonly changes?: readonly ProofChange[];
  readonly expected:
    | { readonly fault: ProofFault }
    | { readonly workspace: string; readonly events: readonly number[] };
}

export interface ProofChange {
  readonly path: readonly (string | number)[];
  readonly to?: unknown;
}

/** The proof that a vector is about. */
export function proofOf(
  { proofs }: Pick<ProofVectors, "proofs">,
  { proof, changes = [] }: Pick<ProofVector, "proof" | "changes">,
): unknown {
  return changes.reduce((made, { path, to }) => changed(made, path, to), proofs[proof]);
}
