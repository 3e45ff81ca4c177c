import { matchesGlob } from "../../domain/glob.ts";
import { defaultLevel } from "../../domain/policy/demands.ts";
import type { RegisteredTool } from "../../tools/registry/registry.ts";
import type { AgentRuntime } from "./runtime.ts";

/**
 * The host's own tools. Patterns do not cover them, since without them nobody could be told or
 * asked.
 */
const OWN: ReadonlySet<string> = new Set([
  "ask_operator",
  "message",
  "read_session",
  "read_skill",
  "run_worker",
  "judge_request",
]);

/** Whether each call of the tool needs people, a permission or the policy to allow it. */
export function isGated({ approvals }: Pick<AgentRuntime, "approvals">, tool: string): boolean {
  const level = defaultLevel(tool);
  return (
    level === "HIGH" ||
    level === "CRITICAL" ||
    approvals.some((one) => one === tool || (!OWN.has(tool) && matchesGlob(one, tool)))
  );
}

/**
 * Whether the policy is asked about each call of a tool that nobody has named. A call that it rates
 * HIGH or CRITICAL, or denies, does not run on an agent's own authority. Read-only calls need no
 * approval.
 */
export function isLookedUp(entry: RegisteredTool): boolean {
  const { name, annotations } = entry.tool;
  return !annotations.readOnly && !OWN.has(name);
}
