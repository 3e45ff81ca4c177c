import type { Level } from "../authority/action.ts";

/** Tools that are more than MEDIUM by themselves, the gravest last. */
export const BUILT_IN_LEVELS: ReadonlyMap<string, Level> = new Map([
  ["forget_user_data", "HIGH"],
  ["delete_all_users", "HIGH"],
  ["delete_user_data", "HIGH"],
  ["admin_reset_system", "CRITICAL"],
]);

/** The level of a tool where no rule says another. */
export function defaultLevel(tool: string): Level {
  return BUILT_IN_LEVELS.get(tool) ?? "MEDIUM";
}
