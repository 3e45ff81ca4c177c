import type { Action } from "../../domain/authority/action.ts";
import type { GrantClaims } from "../../domain/authority/grant.ts";
import { isCommitment } from "../../domain/authority/secret-args.ts";
import { isIssuedBy } from "../../domain/issuer.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { digest } from "../../system/digest.ts";
import { createProof } from "../../system/signer.ts";
import { knownDeployment } from "../log/known-deployment.ts";
import { readPublicKeys } from "../log/public-keys.ts";

export interface CheckGrantInput {
  readonly token: string;
  readonly folder: string;
  readonly keys: string | undefined;
  /** The envelope, as it was approved. */
  readonly action: Action | undefined;
  readonly tool: string | undefined;
  readonly args: JsonObject | undefined;
}

export interface CheckedGrant {
  /** Why the grant is not valid for this; absent if it is. */
  readonly fault?: string;
  readonly isExpired: boolean;
  /** Absent if the text is no grant of Earshot's. */
  readonly claims?: GrantClaims;
}

/** What public keys alone can tell about a grant. */
export function checkGrant(input: CheckGrantInput): CheckedGrant {
  const prove = createProof(readPublicKeys(input.folder, input.keys));
  const proved = prove("grant", input.token.trim());
  if (proved === undefined) {
    return {
      fault: "this is not a grant that one of the keys has signed in its time",
      isExpired: false,
    };
  }
  // Anything that Earshot signed has the form it was given.
  const claims = proved as unknown as GrantClaims;
  const deployment = knownDeployment(input.folder, input.keys);
  const fault = isIssuedBy(claims, deployment)
    ? faultOf(claims, input)
    : `it is of another deployment, ${claims.iss}, and not of ${deployment}`;
  const isExpired = claims.exp * 1_000 <= Date.now();
  return { ...present({ fault }), isExpired, claims };
}

function faultOf(claims: GrantClaims, { action, tool, args }: CheckGrantInput): string | undefined {
  if (tool !== undefined && tool !== claims.tool) {
    return `it is for the tool "${claims.tool}", not for "${tool}"`;
  }
  if (action === undefined) return undefined;
  const live = { ...action, ...present({ tool, args }) };
  const found = digest.action(live);
  if (found === claims.digest) return undefined;
  const secrets = args === undefined ? [] : secretPointers(action.args);
  return secrets.length === 0
    ? `it is for another action: the digest of this one is ${found}`
    : `whether it is for these arguments cannot be told offline: only the server can check the secret ${secrets.map((pointer) => JSON.stringify(pointer)).join(", ")}, and redeem does`;
}

/** Where commitments replace secrets, as JSON Pointers. */
function secretPointers(value: Json, at = ""): readonly string[] {
  if (isCommitment(value)) return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    secretPointers(inner as Json, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
