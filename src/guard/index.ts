/** Makes an approval binding where the call runs. Everything exported here is public. */
export type { Resource } from "../domain/authority/action.ts";
export type { PatchOperation } from "../domain/json-patch.ts";
export type { GateKeeper } from "./gate.ts";
export { type Approval, type GuardedCall, type GuardOptions, guard } from "./guard.ts";
export { type GuardToolOptions, guardTool, type ToolObject } from "./guard-tool.ts";
export { hashTool, type ToolDefinition } from "./hash-tool.ts";
