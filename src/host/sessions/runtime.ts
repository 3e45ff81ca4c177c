import type { JsonObject } from "../../domain/json.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { Model } from "../../ports/model/model.ts";

/** A part of a session's work that a worker does and returns; it talks with nobody. */
export interface WorkerDefinition {
  readonly name: string;
  /** Tells the model that may call it what it is good for. */
  readonly description: string;
  readonly prompt: string;
  /** Tools by name; never those that talk with people. */
  readonly tools: readonly string[];
  readonly steps: number;
}

/** A call whose result must be the same when an approved tool runs as when people were asked. */
export interface PreconditionDefinition {
  /** The tool that it guards, by name; `*` for any characters. */
  readonly tool: string;
  /** A read-only tool and its arguments. */
  readonly check: string;
  readonly args: JsonObject;
}

export interface SkillFile {
  readonly name: string;
  readonly description: string;
  /** Reads the text of the skill, or of another file in its folder by relative path. */
  read(file?: string): Promise<string>;
}

export interface SessionLimits {
  /** Calls of the model in one session. */
  readonly steps: number;
  /** Tokens of one session, read and written. */
  readonly tokens?: number;
  /** How long it may work, in milliseconds, without the time that people take. */
  readonly timeMs?: number;
  /** How often a session is taken up before it is given up. */
  readonly attempts: number;
  /**
   * After this long without a word to the person who started it, the model is told to acknowledge
   * first.
   */
  readonly acknowledgeAfterMs: number;
}

/** What a host needs to run the sessions of one agent with a model. */
export interface AgentRuntime {
  readonly name: string;
  /** Earshot as this agent. */
  readonly earshot: Earshot;
  readonly model: Model;
  readonly system: string;
  /**
   * Tools by name: from the registry, and `ask_operator`, `read_session`, `read_skill`,
   * `run_worker`.
   */
  readonly tools: readonly string[];
  readonly skills: readonly SkillFile[];
  readonly workers: readonly WorkerDefinition[];
  readonly preconditions: readonly PreconditionDefinition[];
  /** Tools, by name with `*`, whose calls need an authorization; the policy decides the rest. */
  readonly approvals: readonly string[];
  /** Names of the operators who are asked; any operator by default. */
  readonly operators?: readonly string[];
  readonly limits: SessionLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
