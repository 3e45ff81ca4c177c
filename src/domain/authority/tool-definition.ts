import { EarshotError } from "../errors.ts";
import type { PrincipalId } from "../id.ts";
import type { Json, JsonObject } from "../json.ts";

/** What a tool says about itself; its digest covers all of this. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Json;
  /** Names the server that offers the tool; contains no secret. */
  readonly server: string | null;
  /** Whatever else it says, such as its title, annotations and output schema; absent if nothing. */
  readonly more?: JsonObject;
}

/**
 * What the digest of a definition is made of. The first form knew no `more`; a definition without it
 * keeps the digest of that form, so that what was pinned by one stays pinned.
 */
export function hashedDefinition({ name, description, inputSchema, server, more }: ToolDefinition) {
  const first = { name, description, inputSchema, server };
  return more === undefined
    ? { form: "earshot.tool.v1", content: first }
    : { form: "earshot.tool.v2", content: { ...first, more } };
}

/** A tool as an agent knows it. */
export interface ToolPin {
  readonly agent: PrincipalId;
  readonly tool: string;
  readonly hash: string;
  /** Absent if nobody supplied it. */
  readonly definition?: ToolDefinition;
}

/** How a tool differs from the one pinned under its name, or, if it is new, from one that is gone. */
export interface ToolChange {
  /** Digest of the definition before; absent for a tool that is new and no rename. */
  readonly formerHash?: string;
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
