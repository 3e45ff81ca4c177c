import type { Level } from "../authority/action.ts";
import type { Approvers, Demand } from "../authority/authorization.ts";
import type { MessageRules } from "../hub/message-rules.ts";
import type { RoutingRules } from "../hub/routing.ts";
import type { Json } from "../json.ts";
import type { Retention } from "./retention.ts";
import type { SecurityRules } from "./security-score.ts";

/** What must hold of one argument; where several are given, all of them. */
export interface Condition {
  readonly equals?: Json;
  readonly in?: readonly Json[];
  /** Text with `*` for any characters and `?` for one. */
  readonly matches?: string;
  /** Numbers strictly above, and strictly below. */
  readonly over?: number;
  readonly under?: number;
  /** Whether the argument is there at all. */
  readonly exists?: boolean;
}

/** Conditions by JSON Pointer (RFC 6901) into the arguments; all of them must hold. */
export type ArgumentConditions = Readonly<Record<string, Condition>>;

/** Bounds what a rule lets pass in a window of time; beyond it the rule matches no more. */
export interface Budget {
  readonly perMs: number;
  /** How many actions of one agent. */
  readonly calls?: number;
  /** The most that the numbers at these pointers may add up to. */
  readonly sum?: Readonly<Record<string, number>>;
}

export interface Rule {
  readonly name: string;
  /** Patterns of tool names, with `*` and `?`; absent for every tool. */
  readonly tools?: readonly string[];
  /** Patterns of agents' names. */
  readonly agents?: readonly string[];
  readonly args?: ArgumentConditions;
  /** `ask` where absent: people decide. */
  readonly decision: "ask" | "allow" | "deny";
  /** The built-in level of the tool where absent. */
  readonly level?: Level;
  readonly approvers?: Approvers;
  readonly quorum?: number;
  readonly expiresInMs?: number;
  readonly stepUp?: boolean;
  readonly budget?: Budget;
  /** Told to the agent where the rule denies, and to people where it asks. */
  readonly why?: string;
}

/** Rules in order: the first that matches decides, and where none does people are asked. */
export interface Policy {
  readonly version: 1;
  readonly rules: readonly Rule[];
  /** What gives power wants the yes of a second owner; absent: one owner does it alone. */
  readonly owners?: 2;
  /** For how long what has ended is kept; absent: for ever. */
  readonly retention?: Retention;
  /** How people are reached on channels, and how much of a request stands there. */
  readonly routing?: RoutingRules;
  /** Where agents may send messages; absent: to every linked address. */
  readonly messages?: MessageRules;
  /** How the figures of the last 24 hours are scored. */
  readonly security?: SecurityRules;
}

/** What a policy says of an action, and by which rule. */
export interface PolicyVerdict {
  readonly outcome: "allow" | "deny" | "ask";
  readonly demand: Demand;
}
