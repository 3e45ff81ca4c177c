import type { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Surface } from "../../domain/surface.ts";

/** What every interaction tool returns, in the words of section D of the interface. */
export interface Envelope {
  /** `success`, `error`, or what has become of a request. */
  readonly status: string;
  /** The tool's name. */
  readonly action: string;
  readonly data: JsonObject;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
}

export interface ToolAnswer {
  readonly envelope: Envelope;
  /** The call failed: `status` is `error`. */
  readonly isError: boolean;
  /** What failed, for doors that have errors of their own. */
  readonly error?: EarshotError;
  /**
   * To be called once the result has been handed over to a caller who is still there: what people
   * said in it is then out of the mailbox. Where it is not called, it comes again.
   */
  readonly delivered?: () => void;
}

export interface ToolCall {
  readonly name: string;
  readonly args: Json;
  /** Shortens the hold of the key for this call; 0 returns at once. */
  readonly holdMs?: number;
  /** The same for a repetition of the same call; a new one where absent. */
  readonly call?: string;
  /** Ends the wait, never the request. */
  readonly signal?: AbortSignal;
  /** Where the caller is, recorded as told; `library` where absent. */
  readonly via?: Surface;
}

/** Calls the tools of an agent's surface as one agent; it never rejects for what a model did wrong. */
export interface ToolDoor {
  callTool(call: ToolCall): Promise<ToolAnswer>;
}
