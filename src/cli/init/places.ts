import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { readVariable } from "../../compose/config.ts";

/** Where clients keep their settings on this machine. */
export interface Places {
  readonly project: string;
  readonly home: string;
  /** For applications: `~/.config`, `~/Library/Application Support` or `%APPDATA%`. */
  readonly applications: string;
  /** For programs that use `~/.config` on macOS too. */
  readonly config: string;
  readonly isWindows: boolean;
  /**
   * The folder in `CLAUDE_CONFIG_DIR`: if set, Claude Code reads a person's settings only there.
   */
  readonly claude: string | undefined;
  /** Where Claude Code keeps a person's settings and skills. */
  readonly claudeFolder: string;
  /** The folder in `CODEX_HOME`, or `~/.codex`. */
  readonly codex: string;
}

export function findPlaces(): Places {
  const home = homedir();
  const isWindows = process.platform === "win32";
  const roaming = readVariable("APPDATA") ?? join(home, "AppData", "Roaming");
  const config = readVariable("XDG_CONFIG_HOME") ?? join(home, ".config");
  const claude = folderIn("CLAUDE_CONFIG_DIR");
  const isMac = process.platform === "darwin";
  return {
    project: resolve("."),
    home,
    isWindows,
    claude,
    claudeFolder: claude ?? join(home, ".claude"),
    codex: folderIn("CODEX_HOME") ?? join(home, ".codex"),
    config: isWindows ? roaming : isMac ? join(home, ".config") : config,
    applications: isWindows
      ? roaming
      : isMac
        ? join(home, "Library", "Application Support")
        : config,
  };
}

/** A client resolves a relative path from its current folder, as we do. */
function folderIn(variable: string): string | undefined {
  const folder = readVariable(variable);
  return folder === undefined ? undefined : resolve(folder);
}
