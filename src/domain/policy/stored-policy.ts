import { EarshotError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { Policy } from "./policy.ts";
import { readPolicy } from "./read-policy.ts";

/** A stored policy: what was put in force, and its digest. */
export interface KeptPolicy {
  readonly revision: string;
  readonly source: JsonObject;
}

/** Whether its source is still the one that was put in force. */
export function isWholePolicy(
  { revision, source }: KeptPolicy,
  digestOf: (source: JsonObject) => string,
): boolean {
  try {
    return digestOf(source) === revision;
  } catch {
    // A source without a canonical form was never put in force.
    return false;
  }
}

/**
 * Reads the policy in force. Throws DIGEST_MISMATCH if the record was changed without the servers:
 * rules that nobody has applied must not allow, demand or erase anything.
 */
export function readStoredPolicy(
  stored: KeptPolicy,
  digestOf: (source: JsonObject) => string,
): Policy {
  if (isWholePolicy(stored, digestOf)) return readPolicy(stored.source);
  const { revision } = stored;
  throw new EarshotError(
    "DIGEST_MISMATCH",
    `The stored policy does not match its revision ${revision}: the record was changed, and nothing is decided by it. Put the right policy in force with npx earshot policy apply, or npx earshot start --policy FILE where no server runs, and run npx earshot audit verify.`,
    { details: { revision } },
  );
}

/** The text of a policy that is or was in force. Throws DIGEST_MISMATCH like `readStoredPolicy`. */
export function readWholeSource(
  stored: KeptPolicy,
  digestOf: (source: JsonObject) => string,
): JsonObject {
  if (isWholePolicy(stored, digestOf)) return stored.source;
  const { revision } = stored;
  throw new EarshotError(
    "DIGEST_MISMATCH",
    `The stored text of revision ${revision} of the policy does not make its digest: the record was changed, and nobody has put that in force. Run npx earshot audit verify.`,
    { details: { revision } },
  );
}
