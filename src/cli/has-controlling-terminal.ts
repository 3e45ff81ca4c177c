import { closeSync, constants, openSync } from "node:fs";
import { TERMINAL_PATH } from "./controlling-terminal.ts";

/** Whether a person can be asked at a terminal that controls this process, whatever its streams are. */
export function hasControllingTerminal(): boolean {
  try {
    closeSync(openSync(TERMINAL_PATH, constants.O_RDWR));
    return true;
  } catch {
    return false;
  }
}
