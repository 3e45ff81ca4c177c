import type { GrantId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Issued } from "../issuer.ts";
import { MINUTE_MS } from "../time.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Level } from "./action.ts";
import type { Handed } from "./authorization.ts";

/** The payload of a grant: a JWT signed with EdDSA, of type `earshot-grant+jwt`. */
export interface GrantClaims extends Issued {
  readonly jti: GrantId;
  /** The agent it was minted for. */
  readonly sub: PrincipalId;
  readonly workspace: WorkspaceId;
  readonly request: RequestId;
  readonly tool: string;
  readonly level: Level;
  /** The digest of the approved action. */
  readonly digest: string;
  /** Whose hands approved it, where they were not the approvers' own. */
  readonly hands?: readonly NonNullable<Handed["hand"]>[];
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
}

/** A grant as the store keeps it. At most one per request can be redeemed, and only once. */
export interface GrantRecord {
  readonly id: GrantId;
  readonly workspace: WorkspaceId;
  readonly request: RequestId;
  readonly agent: PrincipalId;
  readonly digest: string;
  readonly mintedAt: Timestamp;
  readonly expiresAt: Timestamp;
  readonly consumedAt?: Timestamp;
}

/** How long a grant lives, in milliseconds. */
export function grantLifeMs(level: Level): number {
  return level === "CRITICAL" ? MINUTE_MS : 5 * MINUTE_MS;
}
