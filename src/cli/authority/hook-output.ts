import type { Json, JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";

export interface Allowed {
  /** Everything that runs, in place of what Claude Code asked for. */
  readonly input: JsonObject;
  /** Why it may run, for the person at the computer. */
  readonly note: string;
  /** Rules that Claude Code may apply by itself from now on. */
  readonly rules: readonly JsonObject[];
}

/**
 * The only output that lets a tool run. It always contains the input: what was approved is what
 * runs.
 */
export function allowOutput({ input, note, rules }: Allowed): JsonObject {
  const decision = {
    behavior: "allow",
    updatedInput: input,
    ...present({ updatedPermissions: rules.length === 0 ? undefined : rules }),
  };
  return { ...outputOf(decision), systemMessage: note };
}

/** The message is what the model is told. */
export function denyOutput(message: string): JsonObject {
  return outputOf({ behavior: "deny", message });
}

function outputOf(decision: Json): JsonObject {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}
