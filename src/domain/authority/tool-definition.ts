import { EarshotError } from "../errors.ts";
import type { Json } from "../json.ts";

/** What a tool says about itself; its digest covers all of this. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Json;
  /** Names the server that offers the tool; contains no secret. */
  readonly server: string | null;
}

/** How a tool differs from the one pinned under its name. */
export interface ToolChange {
  /** Digest of the pinned definition. */
  readonly formerHash: string;
  /** Absent if nobody supplied it. */
  readonly former?: ToolDefinition;
  readonly now?: ToolDefinition;
}

const TOOL_NAME = /^[\w.:/-]{1,128}$/;

export function isToolName(text: string): boolean {
  return TOOL_NAME.test(text);
}

export function checkToolName(name: string): void {
  if (isToolName(name)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    "The name of a tool has 1 to 128 letters, digits and . _ : / -, such as ask_human.",
    { details: { what: "tool" } },
  );
}
