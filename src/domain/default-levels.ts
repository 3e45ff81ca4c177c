import type { Level } from "./action.ts";

const LEVELS_OF_TOOLS: ReadonlyMap<string, Level> = new Map([
  ["forget_user_data", "HIGH"],
  ["delete_all_users", "HIGH"],
  ["delete_user_data", "HIGH"],
  ["admin_reset_system", "CRITICAL"],
]);

/** The level of a tool where no rule says another. */
export function defaultLevel(tool: string): Level {
  return LEVELS_OF_TOOLS.get(tool) ?? "MEDIUM";
}
