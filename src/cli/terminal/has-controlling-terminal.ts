import { closeSync, openSync } from "node:fs";
import { controllingPaths } from "../../channels/console/terminal.ts";

/**
 * Whether a person can be asked at a controlling terminal of this process, whatever its streams
 * are.
 */
export function hasControllingTerminal(): boolean {
  try {
    closeSync(openSync(controllingPaths(process.platform).input, "r+"));
    return true;
  } catch {
    return false;
  }
}
