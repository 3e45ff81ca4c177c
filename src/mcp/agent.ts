import type { PrincipalId } from "../domain/id.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { ToolDoor } from "../ports/earshot/tool-door.ts";

/** The agent whose client calls: everything the door does for it goes through here. */
export interface McpAgent {
  readonly principal: PrincipalId;
  readonly tools: ToolDoor;
  /** Looks at requests and withdraws them without a call of a tool, for tasks; tells whom it reaches. */
  readonly requests: Pick<Earshot, "wait" | "cancel" | "reachable">;
  /** Of its key; absent where the key names none. */
  readonly holdMs?: number | undefined;
}

/** One exchange with a client: who calls, and what is to be told once its result has been handed over. */
export interface McpExchange {
  readonly agent: McpAgent;
  onDelivered(act: () => void): void;
}
