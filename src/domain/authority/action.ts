import type { Evidence } from "../evidence/evidence.ts";
import type { PrincipalId, WorkspaceId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import type { Timestamp } from "../timestamp.ts";

/** How much is at stake, lowest first. */
export const LEVELS = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Level = (typeof LEVELS)[number];

/** What an action touches besides its arguments: a file by the digest of its content. */
export interface Resource {
  readonly uri: string;
  /** SHA-256 of the content, 64 hexadecimal digits. */
  readonly sha256: string;
}

/**
 * The action envelope: everything that an approval is about. Its canonical bytes (RFC 8785) are
 * stored; the digest is the hexadecimal SHA-256 of `earshot.action.v1`, NUL and those bytes. People
 * see the digest, a grant carries it, and it is computed again from the live arguments before the
 * action runs. With evidence it is version 2, and its digest begins with `earshot.action.v2`.
 */
export interface Action {
  readonly v: 1 | 2;
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  /** The agent's run, under the name that the agent gave it. */
  readonly session: string | null;
  readonly tool: string;
  /** Digest of the tool's definition at the time of asking, if somebody pinned it. */
  readonly toolSchemaHash: string | null;
  /** Each secret is replaced by its commitment; see `secret-args.ts`. */
  readonly args: JsonObject;
  readonly resources: readonly Resource[];
  readonly level: Level;
  readonly policyVersion: string;
  /** People may decide until then. */
  readonly expiresAt: Timestamp;
  readonly nonce: string;
  /** What people were shown beside the arguments; never empty, and only in version 2. */
  readonly evidence?: readonly Evidence[];
}

/** The version of an action, and its evidence if there is any. */
export function evidencePart(evidence: readonly Evidence[]): Pick<Action, "v" | "evidence"> {
  return evidence.length === 0 ? { v: 1 } : { v: 2, evidence };
}

/** Whether a level is as high as another, or higher. */
export function isAtLeast(level: Level, least: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

const DIGEST = /^[0-9a-f]{64}$/;

/** Whether the text can be the digest of an action. */
export function isActionDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** How much of a digest a person types to show that they have seen it. */
export const TYPED_DIGITS = 6;

/** Whether the typed text begins the digest and is long enough. */
export function isTypedPart(typed: string, digest: string): boolean {
  const given = typed.trim().toLowerCase();
  return given.length >= TYPED_DIGITS && digest.startsWith(given);
}
