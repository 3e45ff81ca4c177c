import type { DeploymentId } from "./id.ts";

/** What earlier versions named as the issuer of what they signed, without an audience. */
const FORMER_ISSUER = "earshot";
const NAME = /^dep_[0-9a-f]{32}$/;

/** Who signs, and for whom: both are the deployment. */
export interface Issued {
  readonly iss: string;
  readonly aud?: string;
}

export function issuedBy(deployment: DeploymentId | undefined): Issued {
  return deployment === undefined ? { iss: FORMER_ISSUER } : { iss: deployment, aud: deployment };
}

interface Unread {
  readonly iss?: unknown;
  readonly aud?: unknown;
}

/** What claims say of it; undefined if neither this nor an earlier version says it so. */
export function issuedIn({ iss, aud }: Unread): Issued | undefined {
  if (iss === FORMER_ISSUER && aud === undefined) return { iss };
  const isNamed = typeof iss === "string" && NAME.test(iss) && aud === iss;
  return isNamed ? { iss, aud: iss } : undefined;
}

/**
 * Whether it was signed by this deployment, as far as both name one: its keys alone do not tell, for a
 * copy of them may sign elsewhere.
 */
export function isIssuedBy(claims: Unread, deployment: string | undefined): boolean {
  const iss = issuedIn(claims)?.iss;
  if (iss === undefined || iss === FORMER_ISSUER || deployment === undefined) {
    return iss !== undefined;
  }
  return iss === deployment;
}
