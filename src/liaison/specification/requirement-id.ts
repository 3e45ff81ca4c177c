import { fingerprintOf } from "../text/fingerprint.ts";

/** Stable when small words of a requirement change, so that feedback on it is found again. */
export function requirementId(description: string): string {
  return `rqm_${fingerprintOf(description)}`;
}
