import type { Level } from "../authority/action.ts";
import type { KeyId, PermissionId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";
import type { ArgumentConditions } from "./policy.ts";

/**
 * What a standing permission covers:
 * - `once` – the same tool with the same arguments, one time;
 * - `session` – the tool, with whatever arguments, in one session of the agent;
 * - `target` – the same tool with the same arguments, until a date;
 * - `pattern` – tools and arguments that match, until a date;
 * - `answer` – no action, but a question: the same one of the same agent is answered as it was, until a
 *   date.
 */
export const PERMISSION_SCOPES = ["once", "session", "target", "pattern", "answer"] as const;
export type PermissionScope = (typeof PERMISSION_SCOPES)[number];

/**
 * What stands until a date: beside what is permitted, what a person has rejected for good while. Of
 * scope `reject` it is a no in advance, comes of a rejection alone and never approves anything.
 */
export const STANDING_SCOPES = [...PERMISSION_SCOPES, "reject"] as const;

/** A yes that a person gives in advance. It never covers CRITICAL, and no rule that denies. */
export interface Permission {
  readonly id: PermissionId;
  readonly workspace: WorkspaceId;
  readonly scope: (typeof STANDING_SCOPES)[number];
  /** Whose actions it covers. */
  readonly agent: PrincipalId;
  readonly agentName: string;
  /** The tool's name; for a pattern with `*` for any characters; `ask` of an `answer`. */
  readonly tool: string;
  /** Of `target` and `once`: digest of the arguments; of `answer`, of what is asked; of `reject`, of what is like it. */
  readonly argsDigest?: string;
  /** Of a pattern. */
  readonly args?: ArgumentConditions;
  readonly session?: string;
  /**
   * Of `answer`: the request whose answer it is; erased, it answers nothing any more. Of `reject`: the
   * one that was rejected.
   */
  readonly request?: RequestId;
  /** Of `reject`: where an argument may be anything. */
  readonly anyAt?: readonly string[];
  /** Of `reject`: where the digits of an argument may be any. */
  readonly digitsAt?: readonly string[];
  /** Pinned with the request that it was given for: another tool under the name is not covered. */
  readonly toolSchemaHash?: string;
  /** The highest level that it covers. */
  readonly level: Exclude<Level, "CRITICAL">;
  readonly until: Timestamp;
  readonly givenBy: Actor;
  /** The key it was given by: revoked, it takes the permission with it. */
  readonly key?: KeyId;
  readonly createdAt: Timestamp;
  readonly revokedAt?: Timestamp;
  /** How often it has been used. */
  readonly uses: number;
}
