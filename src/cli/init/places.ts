import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { readVariable } from "../../config.ts";

/** Where clients keep their settings on this machine. */
export interface Places {
  readonly project: string;
  readonly home: string;
  /** Of applications: `~/.config`, `~/Library/Application Support` or `%APPDATA%`. */
  readonly applications: string;
  /** Of programs that keep to `~/.config` on macOS too. */
  readonly config: string;
  readonly isWindows: boolean;
}

export function findPlaces(): Places {
  const home = homedir();
  const isWindows = process.platform === "win32";
  const roaming = readVariable("APPDATA") ?? join(home, "AppData", "Roaming");
  const config = readVariable("XDG_CONFIG_HOME") ?? join(home, ".config");
  const isMac = process.platform === "darwin";
  return {
    project: resolve("."),
    home,
    isWindows,
    config: isWindows ? roaming : isMac ? join(home, ".config") : config,
    applications: isWindows
      ? roaming
      : isMac
        ? join(home, "Library", "Application Support")
        : config,
  };
}
