import type { PrincipalId } from "../domain/id.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { ToolDoor } from "../ports/earshot/tool-door.ts";

/** The agent whose client calls: the door does everything for it through this. */
export interface McpAgent {
  readonly principal: PrincipalId;
  /** A person calls, or a service for a user of its own, and has tools that no agent has. */
  readonly isPerson?: boolean;
  readonly tools: ToolDoor;
  /** Reads and withdraws requests without a tool call, for tasks and files; tells whom it reaches. */
  readonly requests: Pick<Earshot, "wait" | "cancel" | "readFile" | "reachable">;
  /** The hold of its key; absent if the key names none. */
  readonly holdMs?: number | undefined;
}

/** One exchange with a client: who calls, and what to do once its result has been handed over. */
export interface McpExchange {
  readonly agent: McpAgent;
  onDelivered(act: () => void): void;
}
