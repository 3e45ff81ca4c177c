import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";

/** What Claude Code writes to a hook before it would show its own dialogue. */
export interface PermissionRequest {
  readonly tool: string;
  readonly input: JsonObject;
  readonly folder: string | undefined;
  /** The run of Claude Code, by its own name for it. */
  readonly session: string | undefined;
  /** Changes to its own rules that Claude Code would offer, each an object, unchecked. */
  readonly suggestions: readonly JsonObject[];
}

/** Throws INVALID_INPUT for anything but a request for a permission. */
export function readPermissionRequest(text: string): PermissionRequest {
  const said = parsed(text);
  const { hook_event_name: event, tool_name: tool, tool_input: input, cwd, session_id } = said;
  if (event !== "PermissionRequest" || typeof tool !== "string" || !isObject(input)) {
    throw new EarshotError(
      "INVALID_INPUT",
      "Standard input holds no PermissionRequest of Claude Code. This command is run by its hooks: npx earshot init claude-code.",
    );
  }
  const { permission_suggestions: suggestions } = said;
  return {
    tool,
    input,
    folder: typeof cwd === "string" ? cwd : undefined,
    session: typeof session_id === "string" && session_id !== "" ? session_id : undefined,
    suggestions: Array.isArray(suggestions) ? suggestions.filter(isObject) : [],
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const said: unknown = JSON.parse(text);
    return isObject(said) ? said : {};
  } catch {
    return {};
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
