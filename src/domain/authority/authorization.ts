import type { KeyId, PermissionId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import type { PatchOperation } from "../json-patch.ts";
import { END_USER_ROLE, endUserNamed } from "../people/end-user.ts";
import type { PersonPrincipal, Principal, Role } from "../people/principal.ts";
import type { Actor } from "../surface.ts";
import { type Timestamp, toMs, toTimestamp } from "../timestamp.ts";
import { type Action, isAtLeast, type Level } from "./action.ts";
import type { ToolChange } from "./tool-definition.ts";

/** The tool that asks for an authorization, at every door. */
export const AUTHORIZATION_TOOL = "request_authorization";

/** Who may decide: people by name or by role. Both empty means nobody. */
export interface Approvers {
  readonly names: readonly string[];
  /** `end_user`: the user of a service whom the request asks, as far as `namesEndUser`. */
  readonly roles: readonly ApproverRole[];
}

/** So many different people of these. */
export interface Wanted {
  readonly count: number;
  readonly approvers: Approvers;
}

export type ApproverRole = Role | typeof END_USER_ROLE;

/**
 * What a rule says about edits. `none`: nobody may change the arguments. `second`: others have to
 * approve any change. `narrow`: by JSON Pointer, the changes that their author may approve as well;
 * others have to approve any other change.
 */
export type EditRule = "none" | "second" | { readonly narrow: NarrowEdits };

/** How each argument may change, as written in the policy: `lower, at least 1`. */
export type NarrowEdits = Readonly<Record<string, string>>;

/** What the policy demands for an action before it may run. */
export interface Demand {
  /** The name of the rule that demands it. */
  readonly rule: string;
  readonly level: Level;
  readonly approvers: Approvers;
  /** How many different people have to approve; one rejection ends it. */
  readonly quorum: number;
  /**
   * How many of whom, where a rule has a list: `quorum` in all, and `approvers` is everybody. Nobody
   * whom the agent says that it acts for is one of them.
   */
  readonly wanted?: readonly Wanted[];
  /** Whether each of them has to prove their identity again. */
  readonly stepUp: boolean;
  /** How long people may take, in milliseconds. */
  readonly expiresInMs: number;
  /** How long after it was sought, or changed for others, the first vote counts, in milliseconds. */
  readonly waitMs?: number;
  /** Each vote counts only with a note that says why. */
  readonly note?: "required";
  /** Patterns in RE2 of tickets: the note of each vote names one of each. */
  readonly tickets?: readonly string[];
  /** Who may change the arguments; `second` if absent. */
  readonly edits?: EditRule;
  /** Every hand counts; if absent, only the approvers' own do wherever `needsOwnHand`. */
  readonly hands?: "any";
  /** What the rule says: to people where it asks, to the agent where it denies. */
  readonly why?: string;
  /** JSON Pointers of the arguments that rules about the tool name: people are shown them first. */
  readonly args?: readonly string[];
  /** The revision of the policy that demands it, if that is later than the action's. */
  readonly revision?: string;
}

/** Whether the demand names the person, who may then reject, no matter whom the agent wanted to ask. */
export function isApprover(
  demand: Demand,
  person: Pick<Principal, "kind" | "name"> & Partial<Pick<PersonPrincipal, "role">>,
): boolean {
  if (person.kind !== "person") return false;
  if (endUserNamed(person.name) !== undefined) return namesEndUser(demand);
  return isAmong(demand.approvers, person);
}

/** Whether they are named, by name or by role, who are no end user. */
export function isAmong(
  { names, roles }: Approvers,
  { name, role }: Pick<Principal, "name"> & Partial<Pick<PersonPrincipal, "role">>,
): boolean {
  return names.includes(name) || (role !== undefined && roles.includes(role));
}

/**
 * From when on a vote counts; undefined without a wait, whatever the clocks of two nodes say. With the change
 * of another it begins anew.
 */
export function countsFrom(
  {
    createdAt,
    authorization,
  }: {
    createdAt: Timestamp;
    authorization: { readonly edit?: Pick<Edit, "at" | "others"> | undefined };
  },
  { waitMs }: Pick<Demand, "waitMs">,
): Timestamp | undefined {
  if (waitMs === undefined) return undefined;
  const { edit } = authorization;
  return toTimestamp(toMs(edit?.others === true ? edit.at : createdAt) + waitMs);
}

/** Whether a list excludes the person, because the agent says that it acts for them. */
export function isActedFor(
  { onBehalfOf }: Pick<Authorization, "onBehalfOf">,
  { wanted }: Pick<Demand, "wanted">,
  name: string,
): boolean {
  if (wanted === undefined || onBehalfOf === undefined) return false;
  return folded(onBehalfOf) === folded(name);
}

function folded(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

/**
 * Whether the end user whom a request asks may decide it. Whoever holds the key of a service speaks for
 * all its users, so they count for nothing beyond MEDIUM, and never as one of several.
 */
function namesEndUser({ approvers, level, quorum, stepUp }: Demand): boolean {
  const isNamed = approvers.roles.includes(END_USER_ROLE);
  return isNamed && quorum === 1 && !stepUp && !isAtLeast(level, "HIGH");
}

/**
 * Whether only votes of the approvers' own hands count: where two people are wanted, and at HIGH and
 * CRITICAL. Whoever holds a key in another's name could otherwise be both.
 */
export function needsOwnHand({ hands, quorum, level }: Demand): boolean {
  return hands !== "any" && (quorum > 1 || isAtLeast(level, "HIGH"));
}

export const HANDS = ["unattended", "another's"] as const;

/** Whose hand it was: absent for the person's own. */
export interface Handed {
  /** A key for scripts, or a key that somebody else made and so has seen. */
  readonly hand?: (typeof HANDS)[number];
  /** Who made the key, if somebody else did. */
  readonly madeBy?: Pick<Actor, "principal" | "name">;
}

/** One person's approval of exactly one digest. */
export interface Vote extends Handed {
  readonly by: Actor;
  readonly at: Timestamp;
  readonly digest: string;
  /** The key that gave the vote: revoking the key drops the vote. */
  readonly key?: KeyId;
  /** The voter owns the agent, and nobody else could have voted. */
  readonly soleOperator?: true;
  /** The voter proved their identity again. */
  readonly steppedUp?: true;
  /** The voter signed the digest with a passkey. */
  readonly passkey?: true;
  /** The voter's words to the agent; they change nothing of what may run. */
  readonly note?: string;
  /** Where the demand has a list: its entries, by index, that the voter could meet. */
  readonly fits?: readonly number[];
}

/** How an operator changed the arguments. */
export interface Edit {
  readonly by: Actor;
  readonly at: Timestamp;
  /** The key that made the edit. */
  readonly key?: KeyId;
  /** It was put to others: its author's own vote does not count for such a change. */
  readonly others?: true;
  /** Its author's words, where it was put to others. */
  readonly note?: string;
  /** The arguments that the agent had asked for, and the digest of that action. */
  readonly args: JsonObject;
  readonly digest: string;
  /** From the agent's arguments to those approved, RFC 6902. */
  readonly patch: readonly PatchOperation[];
}

/** What an authorization is about, and the votes on it so far. */
export interface Authorization {
  /** The action that the agent asked for, or an operator's edit of it. */
  readonly action: Action;
  /** The digest of `action`, 64 hexadecimal digits. */
  readonly digest: string;
  readonly edit?: Edit;
  /** The agent's own words, unchecked. */
  readonly reason: string;
  /** On whose behalf the agent says it acts; never proof of who decides. */
  readonly onBehalfOf?: string;
  /** JSON Schema of the arguments; edited arguments must fit it. */
  readonly argsSchema?: JsonObject;
  /** JSON Pointers (RFC 6901) of the arguments that are secret. */
  readonly secrets: readonly string[];
  readonly demand: Demand;
  /** Approvals of `digest`, one per person. */
  readonly votes: readonly Vote[];
  /** The tool differs from the one pinned under its name, so only people may approve it. */
  readonly toolChanged?: true;
  /** Its server offered it only after the first listing, so people approve the first call. */
  readonly toolNew?: true;
  /** The definitions before and after the change, if known. */
  readonly toolChange?: ToolChange;
}

/** What decided: people, a person's standing permission, or a rule of the policy. */
export type Basis =
  | { readonly kind: "people" }
  | { readonly kind: "permission"; readonly permission: PermissionId }
  | { readonly kind: "rule"; readonly rule: string };
