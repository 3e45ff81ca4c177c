import { fingerprintOf } from "../text/fingerprint.ts";

/** The same for the same requirement in other small words, so that feedback on it is found again. */
export function requirementId(description: string): string {
  return `rqm_${fingerprintOf(description)}`;
}
