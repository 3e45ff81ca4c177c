import type { SchemaCheck } from "../domain/form-dialect.ts";
import type { ToolFacts } from "../ports/earshot/agent-surface.ts";
import type { McpExtension } from "./extension.ts";

/** What a door for MCP is made with, whatever its transport. */
export interface McpOptions {
  readonly tools: readonly ToolFacts[];
  readonly version: string;
  /** Signs what clients carry between the rounds of a call: 32 random bytes. */
  readonly stateSecret: Uint8Array;
  /** Checks what a client's form returns. */
  readonly checkSchema: SchemaCheck;
  /** How long such a state is good for; 10 minutes where absent. */
  readonly stateTtlMs?: number;
  /**
   * How many times a modern client, where nobody has answered at the end of its hold, is sent back to
   * wait on without its model; 0 where absent, at most 6.
   */
  readonly continueRounds?: number;
  /** Between two signs of life of a held call; 10,000 where absent. */
  readonly intervalMs?: number;
  readonly now?: () => number;
  /** @internal */
  readonly extension?: McpExtension | undefined;
}
