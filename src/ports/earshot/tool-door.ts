import type { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Surface } from "../../domain/surface.ts";

/** What every interaction tool returns, in the words of section D of the interface. */
export interface Envelope {
  /** `success`, `error`, or the state of a request. */
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
  /** What failed, for doors with their own errors. */
  readonly error?: EarshotError;
  /**
   * Call this once a caller who is still there has received the result: it takes what people said in it
   * out of the mailbox. Otherwise it comes again.
   */
  readonly delivered?: () => void;
}

export interface ToolCall {
  readonly name: string;
  readonly args: Json;
  /** Shortens the hold of the key for this call; 0 returns at once. */
  readonly holdMs?: number;
  /** The same if the same call is repeated; a new one if absent. */
  readonly call?: string;
  /** Ends the wait, never the request. */
  readonly signal?: AbortSignal;
  /** The caller's surface, recorded without proof; `library` if absent. */
  readonly via?: Surface;
}

/** Calls the tools as one agent; it never rejects for a model's mistake. */
export interface ToolDoor {
  callTool(call: ToolCall): Promise<ToolAnswer>;
}
