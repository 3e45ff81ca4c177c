import type { Level } from "../authority/action.ts";
import type { KeyId, PermissionId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";
import type { ArgumentConditions } from "./policy.ts";

/**
 * What a standing permission covers:
 * - `once` – the same tool with the same arguments, one time;
 * - `session` – the tool with any arguments, in one session of the agent;
 * - `target` – the same tool with the same arguments, until a date;
 * - `pattern` – tools and arguments that match, until a date;
 * - `answer` – a question and not an action: the agent's same question gets the same answer, until a
 *   date.
 */
export const PERMISSION_SCOPES = ["once", "session", "target", "pattern", "answer"] as const;
export type PermissionScope = (typeof PERMISSION_SCOPES)[number];

/**
 * The scopes of standing decisions: permissions, and `reject`. A `reject` is a no in advance until a
 * date. It only comes from a rejection and never approves anything.
 */
export const STANDING_SCOPES = [...PERMISSION_SCOPES, "reject"] as const;

/** A yes that a person gives in advance. It never covers CRITICAL and never overrides a rule that denies. */
export interface Permission {
  readonly id: PermissionId;
  readonly workspace: WorkspaceId;
  readonly scope: (typeof STANDING_SCOPES)[number];
  /** The agent whose actions it covers. */
  readonly agent: PrincipalId;
  readonly agentName: string;
  /** The tool's name; in a pattern `*` stands for any characters; `ask` for an `answer`. */
  readonly tool: string;
  /** Digest of the arguments (`target`, `once`), of the question (`answer`), or of the likeness (`reject`). */
  readonly argsDigest?: string;
  /** For a pattern. */
  readonly args?: ArgumentConditions;
  readonly session?: string;
  /**
   * For `answer`: the request that was answered; once that is erased, it answers nothing any more. For
   * `reject`: the request that was rejected.
   */
  readonly request?: RequestId;
  /** For `reject`: pointers of arguments that may be anything. */
  readonly anyAt?: readonly string[];
  /** For `reject`: pointers of arguments whose digits may be any. */
  readonly digitsAt?: readonly string[];
  /** Pinned with the request that it was given for: a different tool of that name is not covered. */
  readonly toolSchemaHash?: string;
  /** The highest level that it covers. */
  readonly level: Exclude<Level, "CRITICAL">;
  readonly until: Timestamp;
  readonly givenBy: Actor;
  /** The key that gave it: revoking the key ends the permission. */
  readonly key?: KeyId;
  readonly createdAt: Timestamp;
  readonly revokedAt?: Timestamp;
  /** How often it has been used. */
  readonly uses: number;
}
