import type { SchemaCheck } from "../domain/form-dialect.ts";
import type { ToolFacts } from "../ports/earshot/agent-surface.ts";
import type { McpExtension } from "./extension.ts";

/** Options of an MCP door with any transport. */
export interface McpOptions {
  readonly tools: readonly ToolFacts[];
  readonly version: string;
  /** Signs the state that clients carry between the rounds of a call: 32 random bytes. */
  readonly stateSecret: Uint8Array;
  /** Checks what a client's form returns. */
  readonly checkSchema: SchemaCheck;
  /** How long such a state is good for; 10 minutes if absent. */
  readonly stateTtlMs?: number;
  /**
   * How many times a modern client is sent back to wait on without its model, when nobody has answered by
   * the end of its hold; 0 if absent, at most 6.
   */
  readonly continueRounds?: number;
  /** The time between two signs of life of a held call; 10,000 if absent. */
  readonly intervalMs?: number;
  readonly now?: () => number;
  /** @internal */
  readonly extension?: McpExtension | undefined;
}
