import type { KeyId, PermissionId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import type { PatchOperation } from "../json-patch.ts";
import type { PersonPrincipal, Principal, Role } from "../people/principal.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Action, Level } from "./action.ts";
import type { ToolChange } from "./tool-definition.ts";

/** The tool that seeks an authorization, whichever door it comes through. */
export const AUTHORIZATION_TOOL = "request_authorization";

/** For so long a rejection answers the same action of the same agent, and nobody is asked about it again. */

/** Who may decide: people by name or by role. Both empty means nobody. */
export interface Approvers {
  readonly names: readonly string[];
  readonly roles: readonly Role[];
}

/** What the policy demands for an action before it may run. */
export interface Demand {
  /** The name of the rule that demands it. */
  readonly rule: string;
  readonly level: Level;
  readonly approvers: Approvers;
  /** How many different people have to approve; one rejection ends it. */
  readonly quorum: number;
  /** Whether each of them has to prove again who they are. */
  readonly stepUp: boolean;
  /** How long people may take, in milliseconds. */
  readonly expiresInMs: number;
  /** What the rule says: to people where it asks, to the agent where it denies. */
  readonly why?: string;
  /** Of the policy that demands it, where that is a later one than the action's. */
  readonly revision?: string;
}

/** Whether the demand names the person, whomever the agent wanted to ask: who may say no. */
export function isApprover(
  { approvers: { names, roles } }: Demand,
  person: Pick<Principal, "kind" | "name"> & Partial<Pick<PersonPrincipal, "role">>,
): boolean {
  if (person.kind !== "person") return false;
  return names.includes(person.name) || (person.role !== undefined && roles.includes(person.role));
}

/** One person's approval of exactly one digest. */
export interface Vote {
  readonly by: Actor;
  readonly at: Timestamp;
  readonly digest: string;
  /** The key it came by: revoked, it takes the vote with it. */
  readonly key?: KeyId;
  /** It came by a key that was made for scripts. */
  readonly unattended?: true;
  /** The agent is the voter's own, and nobody else could have voted. */
  readonly soleOperator?: true;
  /** The voter has proved anew who they are. */
  readonly steppedUp?: true;
  /** By a passkey, over the digest. */
  readonly passkey?: true;
}

/** How an operator changed the arguments. */
export interface Edit {
  readonly by: Actor;
  readonly at: Timestamp;
  /** The arguments that the agent had asked for, and the digest of that action. */
  readonly args: JsonObject;
  readonly digest: string;
  /** From the agent's arguments to those approved, RFC 6902. */
  readonly patch: readonly PatchOperation[];
}

/** What an authorization is about, and what has been said to it so far. */
export interface Authorization {
  /** As the agent asked, or as an operator edited it. */
  readonly action: Action;
  /** Of `action`, 64 hexadecimal digits. */
  readonly digest: string;
  readonly edit?: Edit;
  /** The agent's words, which nobody has checked. */
  readonly reason: string;
  /** On whose behalf the agent says it acts; never proof of who decides. */
  readonly onBehalfOf?: string;
  /** JSON Schema of the arguments, which edited ones have to fit. */
  readonly argsSchema?: JsonObject;
  /** JSON Pointers (RFC 6901) of the arguments that are secret. */
  readonly secrets: readonly string[];
  readonly demand: Demand;
  /** Approvals of `digest`, one a person. */
  readonly votes: readonly Vote[];
  /** The tool is another than the one that was pinned under its name: only people may approve it. */
  readonly toolChanged?: true;
  /** From which definition to which, where that is known. */
  readonly toolChange?: ToolChange;
}

/** What said yes or no: people, one's standing permission, or a rule of the policy. */
export type Basis =
  | { readonly kind: "people" }
  | { readonly kind: "permission"; readonly permission: PermissionId }
  | { readonly kind: "rule"; readonly rule: string };
