import type { ConversationId, KeyId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** What an operator may do; see `rights.ts`. */
export type Role = "owner" | "approver" | "viewer";

interface PrincipalBase {
  readonly id: PrincipalId;
  readonly workspace: WorkspaceId;
  /** Unique among principals of one kind in one workspace. */
  readonly name: string;
  readonly createdAt: Timestamp;
}

export interface AgentPrincipal extends PrincipalBase {
  readonly kind: "agent";
  /** The person who made it, or whose tokens it comes by, and who may therefore not decide for it. */
  readonly owner?: PrincipalId;
  /** Who has said whose tokens it comes by, unless they said that it is themselves. */
  readonly tiedBy?: PrincipalId;
  /** Since then it is not served: the kill switch. */
  readonly haltedAt?: Timestamp;
}

/** An operator: only this kind can ever hold the right to answer or decide. */
export interface PersonPrincipal extends PrincipalBase {
  readonly kind: "person";
  readonly role: Role;
}

/** A program that is neither: monitoring, an exporter, a subscriber of events. */
export interface ServicePrincipal extends PrincipalBase {
  readonly kind: "service";
}

/** Who acts. The kinds are disjoint, and a principal never changes its kind. */
export type Principal = AgentPrincipal | PersonPrincipal | ServicePrincipal;
export type PrincipalKind = Principal["kind"];

/** A bearer key of a principal. The secret itself is shown once and stored only as a hash. */
export interface Key {
  readonly id: KeyId;
  readonly workspace: WorkspaceId;
  readonly principal: PrincipalId;
  /** The rights that this key carries: never more than its principal has. */
  readonly scopes: readonly Right[];
  /** How long a tool that is called with this key waits for a person before it says `pending`. */
  readonly holdMs?: number;
  /** Made for scripts that decide in its person's name; each decision is logged as such. */
  readonly unattended?: true;
  /** What it is for, in words of who made it. */
  readonly label?: string;
  /** From then on nobody gets in with it. What was decided with it stands until it is revoked. */
  readonly expiresAt?: Timestamp;
  /** Who made it, and so has seen its secret; absent for the keys that a server makes for its folder. */
  readonly madeBy?: PrincipalId;
  /** The key that it was made with; of a web session, the key that made its sign-in link. */
  readonly madeWith?: KeyId;
  /** It is a web session: the cookie of a browser in which its person is signed in. */
  readonly web?: WebFacts;
  /**
   * It lets nobody in. Whoever it is for makes a key of their own with it, once, which carries these
   * scopes.
   */
  readonly invitation?: { readonly expiresAt: Timestamp };
  /** Who invited the person that made it for themselves. */
  readonly invitedBy?: PrincipalId;
  readonly createdAt: Timestamp;
  readonly revokedAt?: Timestamp;
  /** The hour of its last use, roughly; absent if it was not used since last uses are noted. */
  readonly usedAt?: Timestamp;
}

/** Facts about a web session beside its key. */
export interface WebFacts {
  /** The browser's own name, shortened, for people to tell their sessions apart. */
  readonly browser: string;
  /** Its sign-in link was made at a controlling terminal. If not, HIGH and CRITICAL need a passkey. */
  readonly atTerminal: boolean;
  /**
   * The hash of the secret that its page sends with every call. A cookie is sent to every port of the
   * host; this secret is not. No output contains it.
   */
  readonly pageHash: string;
  readonly expiresAt: Timestamp;
  /** When it was signed out. Its decisions stand, while a revocation also drops its votes. */
  readonly endedAt?: Timestamp;
}

/** A user of an application, for whom its service speaks. */
export interface EndUser {
  readonly service: PrincipalId;
  /** As the service calls them. */
  readonly userId: string;
  /** The one conversation that their token is good for; absent for all of theirs. */
  readonly conversation?: ConversationId;
  /** The one request that their token is good for; absent for all that ask them. */
  readonly request?: RequestId;
  /** What they may do with requests that ask them; absent: they talk with the liaison, and no more. */
  readonly scopes?: readonly EndUserScope[];
}

/** A principal acting through one key; every use case receives one. */
export interface Caller {
  readonly principal: Principal;
  readonly rights: ReadonlySet<Right>;
  /** Absent if they came with a token. */
  readonly key?: KeyId;
  /** When the token or key expires, in milliseconds since 1970; absent for a key without an end. */
  readonly expiresAtMs?: number;
  /** The key's hold; absent if it has none. */
  readonly holdMs?: number;
  readonly unattended?: true;
  /** A service speaks for this user of its own, who is no operator and reaches their own conversations only. */
  readonly endUser?: EndUser;
  /** They came with the cookie of a web session; only such calls count as the surface `inbox`. */
  readonly web?: Pick<WebFacts, "atTerminal">;
}

/**
 * What can be permitted:
 * - `ask` – ask questions, seek authorizations, wait for them, cancel one's own requests;
 * - `tell` – send messages: an agent in its own conversations, which it also opens, and people in
 *   agents' conversations;
 * - `read` – read requests, conversations and events: an agent its own, people and services all;
 * - `answer` – answer questions;
 * - `decide` – approve and reject, if the policy names the person;
 * - `permit` – give standing permissions, take them back;
 * - `redeem` – redeem grants: an agent its own, a service any;
 * - `policy` – change the policy;
 * - `erase` – erase the content of what has closed;
 * - `withdraw` – cancel requests of any agent;
 * - `keys` – make, list and revoke keys of agents and services, and link chats;
 * - `people` – let people in and shut them out: operators, their invitations, keys, links and sessions;
 * - `memory` – an agent: read and write its own memory, read what people wrote for all; people: read
 *   all of it, and unless they only view, write for all and restore;
 * - `record` – put tool calls into the log;
 * - `audit` – verify and export the log;
 * - `operate` – stop the server, and all that `metrics` permits;
 * - `metrics` – read the metrics of the server, and nothing else.
 */
export const RIGHTS = [
  "ask",
  "tell",
  "read",
  "answer",
  "decide",
  "permit",
  "redeem",
  "withdraw",
  "policy",
  "erase",
  "memory",
  "record",
  "keys",
  "people",
  "audit",
  "operate",
  "metrics",
] as const;

export type Right = (typeof RIGHTS)[number];

/** What the token of an end user can let them do with requests that ask them. */
export const END_USER_SCOPES = ["read", "answer", "decide"] as const satisfies readonly Right[];
export type EndUserScope = (typeof END_USER_SCOPES)[number];
