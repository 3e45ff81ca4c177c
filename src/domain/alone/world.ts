import type { JsonObject } from "../json.ts";
import type { Right, Role } from "../people/principal.ts";
import type { Expressions } from "../policy/expressions/expression.ts";
import type { Policy, PolicyVerdict } from "../policy/policy.ts";

/** What the power of one person depends on: the rules, who is there, and what lets them in. */
export interface World {
  readonly policy: Policy;
  /** Without it, what has an expression is undecided. */
  readonly expressions?: Expressions;
  readonly people: readonly WorldPerson[];
  readonly agents: readonly WorldAgent[];
  readonly services: readonly WorldService[];
}

/** Whoever has a key of a service can speak for each of its users. */
export interface WorldService {
  readonly name: string;
  /** The people who made a key of it that is good: they have seen its secret. */
  readonly heldBy: readonly string[];
}

export interface WorldPerson {
  readonly name: string;
  readonly role: Role;
  /** Keys and web sessions that let them in now. */
  readonly keys: readonly WorldKey[];
  /** Invitations of theirs that nobody has accepted yet, with the rights of the key that each makes. */
  readonly invitations: readonly Pick<WorldKey, "rights" | "madeBy">[];
  readonly hasPasskey: boolean;
  readonly hasPassphrase: boolean;
}

export interface WorldKey {
  readonly rights: ReadonlySet<Right>;
  readonly unattended: boolean;
  /** Another person who made it: they have seen its secret. */
  readonly madeBy?: string;
}

export interface WorldAgent {
  readonly name: string;
  /** The people who may not decide for it, since it is theirs or they made a key of it. */
  readonly ownedBy: readonly string[];
  /** The people who made a key of it that is good: they have seen its secret. */
  readonly heldBy: readonly string[];
  readonly isHalted: boolean;
}

/** One thing that a person does on the way to an action. */
export const MOVES = [
  "seek",
  "vote",
  "passphrase",
  "agent",
  "resume",
  "accept",
  "invite",
  "take_over",
  "shut_out",
  "policy",
  "edit",
] as const;
export type Move = (typeof MOVES)[number];

export interface Step {
  readonly move: Move;
  /** A sentence whose subject is the person. */
  readonly says: string;
}

/**
 * What one person brings about with a call, without anybody else:
 * - `authors` – they write the call, and it runs: no other person, nor an agent of another's, is needed;
 * - `decides` – an agent that is not theirs seeks it, and their yes is enough;
 * - `unasked` – it runs as soon as an agent seeks it, which they cannot make one do;
 * - `nothing` – it takes somebody else.
 */
export const POWERS = ["authors", "decides", "unasked", "nothing"] as const;
export type Power = (typeof POWERS)[number];

export interface Reach {
  readonly tool: string;
  readonly args: JsonObject;
  /** What the policy says of the call. */
  readonly verdict: PolicyVerdict;
  readonly power: Power;
  /** The shortest way that was found, in order; empty if there is none. */
  readonly steps: readonly Step[];
}

/** Whether one person brings about alone what the rules want several for. */
export function defeats({ verdict, power }: Pick<Reach, "verdict" | "power">): boolean {
  const isDone = power === "authors" || power === "decides";
  return isDone && verdict.outcome === "ask" && verdict.demand.quorum > 1;
}
