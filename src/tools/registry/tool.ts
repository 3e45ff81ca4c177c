import type { z } from "zod";
import type { ErrorCode } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import type { Right } from "../../domain/people/principal.ts";
import type { Surface } from "../../domain/surface.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { ToolErrorType } from "./error-types.ts";

/** A skill that the agent of a session has. */
export interface ToolSkill {
  readonly name: string;
  readonly description: string;
  /** Reads the text of the skill, or of another file in its folder by relative path. */
  read(file?: string): Promise<string>;
}

/** A worker's result, or what it would have to ask a person for. */
export type WorkerReturn =
  | { readonly status: "done"; readonly result: string }
  | { readonly status: "needs"; readonly needs: string };

/** The session of an agent host that a call belongs to. */
export interface ToolSession {
  readonly id: SessionId;
  /** The session that it continues. */
  readonly continues?: SessionId;
  readonly skills: readonly ToolSkill[];
  /** Absent if the agent has no workers. */
  runWorker?(input: { readonly name: string; readonly task: string }): Promise<WorkerReturn>;
}

/** What a tool can know about the call it serves. The names are those that agents' prompts use. */
export interface ToolExecutionContext {
  /** Earshot as the agent that calls. */
  readonly earshot: Earshot;
  /** Where the agent's conversation is. */
  readonly channel?: string;
  readonly chat_id?: string;
  /** Names of the operators whom a question asks; any operator by default. */
  readonly operators?: readonly string[];
  /** The run whose memory is meant. */
  readonly run?: string;
  /**
   * The same when the same call is repeated, which makes its effects happen once. It serves as the
   * idempotency key: it must be new for every other call of this agent, in any run, and at most 128
   * printable ASCII characters.
   */
  readonly call: string;
  /** Ends the call: its caller has gone or its time is over. */
  readonly signal: AbortSignal;
  /** How long an interaction tool waits for a person before it reports what is pending. */
  readonly holdMs?: number;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** Where the caller is, recorded as given; `library` by default. */
  readonly via?: Surface;
  /** Absent outside an agent host. */
  readonly session?: ToolSession;
}

export interface ToolAnnotations {
  /** Changes nothing. */
  readonly readOnly: boolean;
  /** May run again with the same call id after an interruption, without a second effect. */
  readonly repeatable: boolean;
  /** Removes or reverts something that was there before. */
  readonly destructive?: boolean;
  /** Reaches people. */
  readonly openWorld?: boolean;
}

/** An agent that talks with people, or one that works for another agent and returns to it. */
export type ToolHolder = "agent" | "worker";

/** One tool: what a model is told, what is checked, what runs. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** For people; derived from the name by default. */
  readonly title?: string;
  /** For the model: what it does, when to use it, what comes back. */
  readonly description: string;
  /** Words that somebody may search for and that its name and description do not contain. */
  readonly topics?: string;
  /** Fields that it does not name are refused. */
  readonly input: I;
  readonly output: O;
  readonly annotations: ToolAnnotations;
  /**
   * Rights that every caller needs, including those for what it waits for and reads afterwards;
   * none by default.
   */
  readonly rights?: readonly Right[];
  /** Who may hold it. */
  readonly heldBy: readonly ToolHolder[];
  /** The most that all texts of its input hold together; 524,288 if absent. */
  readonly maxCharacters?: number;
  /** Absent: the dispatcher's. Infinity: none, for a tool that waits for a person. */
  readonly timeoutMs?: number;
  execute(input: z.output<I>, context: ToolExecutionContext): Promise<z.input<O>>;
  /**
   * The text that a model is given. By default it is the output itself if that is text, else its
   * JSON.
   */
  toText?(output: z.output<O>): string;
}

/** Why a call failed, in the words that models are trained on; never thrown by the dispatcher. */
export interface ToolError {
  readonly tool_name: string;
  readonly error_type: ToolErrorType;
  readonly message: string;
  /** The same call may succeed later. */
  readonly recoverable: boolean;
}

export type ToolResult =
  | { readonly ok: true; readonly output: unknown; readonly text: string }
  | {
      readonly ok: false;
      readonly error: ToolError;
      readonly text: string;
      /** The code of the EarshotError that the tool threw, if it threw one. */
      readonly code?: ErrorCode;
    };

interface ToolEventBase {
  /** As it was called, cut to 64 characters; such a tool may not exist. */
  readonly tool: string;
  readonly call: string;
  readonly run?: string;
  /** A copy as plain JSON; null if it was not JSON, or too much of it. */
  readonly args: Json;
}

/** What can be observed of every call, in pairs; `ms` is its duration. */
export type ToolEvent =
  | (ToolEventBase & { readonly type: "tool.started" })
  | (ToolEventBase & {
      readonly type: "tool.succeeded" | "tool.failed";
      readonly result: ToolResult;
      readonly ms: number;
    });

/**
 * Hears of calls. `tool.started` comes before the tool runs, so whatever a listener does
 * synchronously is done by then; a promise is not waited for. Errors that it throws go to `onFault`
 * and fail no call.
 */
export type ToolListener = (event: ToolEvent) => void | Promise<void>;
