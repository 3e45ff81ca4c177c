import { DEFAULT_WORKSPACE, type DeploymentId } from "../id.ts";
import type { LoggedEvent } from "./chain.ts";
import { toHex } from "./chain-check.ts";

/*
 * A deployment is named by the beginning of its first log, which every backup, restore and move takes
 * along, and which nobody can change unseen. The second event tells of the first owner, whose id is
 * random: the first alone would be the same in two deployments that were made in one millisecond.
 */
export const NAMING_EVENT = { workspace: DEFAULT_WORKSPACE, seq: 2 } as const;
const NAME_BYTES = 16;

/** Undefined for a log that has not come so far. */
export function deploymentOf(event: LoggedEvent | undefined): DeploymentId | undefined {
  if (event === undefined || event.event.seq !== NAMING_EVENT.seq) return undefined;
  return `dep_${toHex(event.hash.subarray(0, NAME_BYTES))}`;
}

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
