import type { Json } from "../json.ts";

/** What a tool says of itself; its digest covers all of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Json;
  /** Whose tool it is, by a text that holds no secret. */
  readonly server: string | null;
}

/** How a tool differs from the one that is pinned under its name. */
export interface ToolChange {
  /** Digest of the pinned definition. */
  readonly formerHash: string;
  /** Absent where nobody has told it. */
  readonly former?: ToolDefinition;
  readonly now?: ToolDefinition;
}
