import { matchesGlob } from "../../domain/glob.ts";
import { defaultLevel } from "../../domain/policy/decide.ts";
import type { RegisteredTool } from "../../tools/registry/registry.ts";
import type { AgentRuntime } from "./runtime.ts";

/** Of the host itself: a pattern does not mean them, since without them nobody could be told or asked. */
const OWN: ReadonlySet<string> = new Set([
  "ask_operator",
  "message",
  "read_session",
  "read_skill",
  "run_worker",
  "judge_request",
]);

/** Whether people, a permission or the policy have to allow each call of the tool. */
export function isGated({ approvals }: Pick<AgentRuntime, "approvals">, tool: string): boolean {
  const level = defaultLevel(tool);
  return (
    level === "HIGH" ||
    level === "CRITICAL" ||
    approvals.some((one) => one === tool || (!OWN.has(tool) && matchesGlob(one, tool)))
  );
}

/**
 * Whether the policy is asked about each call of a tool that nobody has named: what it gives HIGH or
 * CRITICAL, or denies, is not run on an agent's own say. What changes nothing needs no leave.
 */
export function isLookedUp(entry: RegisteredTool): boolean {
  const { name, annotations } = entry.tool;
  return !annotations.readOnly && !OWN.has(name);
}
