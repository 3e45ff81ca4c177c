import { forgedChanges } from "./forged-changes.ts";
import { forgedForms } from "./forged-forms.ts";
import { forgedSignatures } from "./forged-signatures.ts";
import { forgedVotes } from "./forged-votes.ts";
import type { Vector } from "./vector.ts";

/** What a verifier has to refuse, and by which code. */
export function forgedVectors(): readonly Vector[] {
  return [...forgedForms(), ...forgedSignatures(), ...forgedChanges(), ...forgedVotes()];
}
