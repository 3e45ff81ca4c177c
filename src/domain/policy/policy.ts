import type { Level } from "../authority/action.ts";
import type { Approvers, Demand, EditRule, Wanted } from "../authority/authorization.ts";
import type { MessageRules } from "../hub/message-rules.ts";
import type { RoutingRules } from "../hub/routing.ts";
import type { Json, JsonObject } from "../json.ts";
import type { TestRules } from "../planted/planted.ts";
import type { Freezes } from "./freezes.ts";
import type { Retention } from "./retention.ts";
import type { SecurityRules } from "./security-score.ts";

/** What must hold for one argument; if several keys are given, all of them. */
export interface Condition {
  readonly equals?: Json;
  readonly in?: readonly Json[];
  /** Text with `*` for any characters and `?` for one. */
  readonly matches?: string;
  /** Numbers strictly above, and strictly below. */
  readonly over?: number;
  readonly under?: number;
  /** Whether the argument is present. */
  readonly exists?: boolean;
}

/** Conditions by JSON Pointer (RFC 6901) into the arguments; all of them must hold. */
export type ArgumentConditions = Readonly<Record<string, Condition>>;

/** Limits what a rule lets pass, or asks people for, in a window of time. */
export interface Budget {
  readonly perMs: number;
  /** Who draws on one together; each agent has its own if absent. */
  readonly by?: BudgetBy;
  /** How many actions. */
  readonly calls?: number;
  /** The most that the numbers at these pointers may add up to. */
  readonly sum?: Readonly<Record<string, number>>;
}

/** Each agent, each session or all; or each target: every value that stands at a JSON Pointer. */
export type BudgetBy = "agent" | "session" | "all" | `/${string}`;

/** The names of the people in each group. */
export type Groups = Readonly<Record<string, readonly string[]>>;

export interface Rule {
  readonly name: string;
  /** Patterns of tool names, with `*` and `?`; absent for every tool. */
  readonly tools?: readonly string[];
  /** Patterns of agents' names. */
  readonly agents?: readonly string[];
  readonly args?: ArgumentConditions;
  /** An expression in CEL that must hold too; from version 2 on. */
  readonly when?: string;
  /**
   * `any`: a rule that allows lets arguments pass that its conditions do not name. `none`: a rule that asks
   * is undecided about a call with such arguments. From version 2 on.
   */
  readonly otherArgs?: "any" | "none";
  /** `ask` if absent: people decide. */
  readonly decision: "ask" | "allow" | "deny";
  /** If absent, the built-in level of the tool. */
  readonly level?: Level;
  readonly approvers?: Approvers;
  readonly quorum?: number;
  /** Of a list: how many of whom; then `approvers` and `quorum` say it of all together. */
  readonly wanted?: readonly Wanted[];
  readonly expiresInMs?: number;
  readonly stepUp?: boolean;
  readonly waitMs?: number;
  /** Whether each approver has to write why, and name a ticket: a pattern in RE2 of a whole word. */
  readonly note?: "required";
  readonly ticket?: string;
  /** `second` if absent: others approve what one approver changed. */
  readonly edits?: EditRule;
  /** `any`: votes by keys for scripts, and by keys that somebody else made, count at every level. */
  readonly hands?: "any";
  /** Each has to have room. Beyond one, a rule that allows no longer matches, and one that asks is the least. */
  readonly budgets?: readonly Budget[];
  /** Shown to the agent if the rule denies, and to people if it asks. */
  readonly why?: string;
}

/** A call, and what the rules have to say about it. */
export interface PolicyCase {
  readonly name: string;
  readonly tool: string;
  readonly args?: JsonObject;
  readonly agent?: string;
  readonly session?: string;
  readonly onBehalfOf?: string;
  readonly at?: string;
  readonly decision: PolicyVerdict["outcome"];
  /** The name of the rule that has to decide. */
  readonly rule?: string;
  readonly level?: Level;
  readonly quorum?: number;
  /** Names, and roles as `role:owner`. */
  readonly who?: readonly string[];
}

/** `allow` asks nobody beyond the rules. */
export const NEW_TOOLS = ["ask", "deny", "allow"] as const;
export type NewTools = (typeof NEW_TOOLS)[number];

/** Rules in order: the first that matches decides, and if none matches, people are asked. */
export interface Policy {
  /** In version 2 a rule that allows matches only calls all of whose arguments it names. */
  readonly version: 1 | 2;
  readonly rules: readonly Rule[];
  /** The names of people under one name; `approvers` of the rules hold everybody by their own. */
  readonly groups?: Groups;
  /** Changes that give power need the yes of a second owner; absent: one owner is enough. */
  readonly owners?: 2;
  /** What happens to a tool that its server offers only after its first listing; absent: people are asked. */
  readonly newTools?: NewTools;
  /** Times that conditions know by name. */
  readonly freezes?: Freezes;
  /** How long finished things are kept; absent: for ever. */
  readonly retention?: Retention;
  /** How people are reached on channels, and how much of a request is shown there. */
  readonly routing?: RoutingRules;
  /** Where agents may send messages; absent: to every linked address. */
  readonly messages?: MessageRules;
  /** For whom test requests are planted, and how many; absent: for nobody. */
  readonly tests?: TestRules;
  /** What the rules are held to before they are put in force: the key `tests` of the file. */
  readonly cases?: readonly PolicyCase[];
  /** How the figures of the last 24 hours are scored. */
  readonly security?: SecurityRules;
}

/** What a policy says about an action, and by which rule. */
export interface PolicyVerdict {
  readonly outcome: "allow" | "deny" | "ask";
  readonly demand: Demand;
}
