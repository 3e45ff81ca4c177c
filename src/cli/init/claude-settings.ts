import { join } from "node:path";
import { readConfig } from "./config-format.ts";
import { type ConfigPath, valueAt } from "./config-tree.ts";
import { readIfThere } from "./file-change.ts";
import { strictJson } from "./json-config.ts";
import type { Places } from "./places.ts";
import type { Scope } from "./scope.ts";

/** The path of the hook groups that hear about permissions. */
export const HOOK_GROUPS: ConfigPath = ["hooks", "PermissionRequest"];
/** A hook of ours, from this installation or an earlier one. */
const OURS = /\bearshot\S*['"]? hook claude-code\b/;

/** The groups as they stand there; anything else in that place counts as none. */
export function hookGroupsOf(tree: unknown): readonly unknown[] {
  return listAt(tree, HOOK_GROUPS);
}

/** The commands that a group runs. */
export function hooksOf(group: unknown): readonly unknown[] {
  return listAt(group, ["hooks"]);
}

export function isOurHook(hook: unknown): boolean {
  const command = valueAt(hook, ["command"]);
  return typeof command === "string" && OURS.test(command);
}

export function timeoutOf(hook: unknown): number | undefined {
  const timeout = valueAt(hook, ["timeout"]);
  return typeof timeout === "number" && timeout > 0 ? timeout : undefined;
}

function listAt(tree: unknown, path: ConfigPath): readonly unknown[] {
  const list = valueAt(tree, path);
  return Array.isArray(list) ? list : [];
}

/**
 * In a project, the settings that are not shared: the hook names a key and a program of this
 * machine.
 */
export function claudeSettings({ project, claudeFolder }: Places, scope: Scope): string {
  return scope === "project"
    ? join(project, ".claude", "settings.local.json")
    : join(claudeFolder, "settings.json");
}

/** What one settings file says about our hook and about asking at all. */
export interface ClaudeSettings {
  readonly file: string;
  /** For each of our hooks in it: seconds, or nothing if the client's default holds. */
  readonly timeouts: readonly (number | undefined)[];
  /** Whether sessions begin in the mode in which Claude Code asks nobody for anything. */
  readonly isBypassed: boolean;
}

/** The content of the files that exist and can be read. */
export function readClaudeSettings(places: Places): readonly ClaudeSettings[] {
  const shared = join(places.project, ".claude", "settings.json");
  const files = [claudeSettings(places, "user"), shared, claudeSettings(places, "project")];
  return files.flatMap((file) => {
    const tree = treeOf(file);
    return tree === undefined ? [] : [settingsIn(file, tree)];
  });
}

/** Claude Code also ignores a file that it cannot read. */
function treeOf(path: string): unknown {
  try {
    const text = readIfThere(path);
    return text === undefined ? undefined : readConfig(strictJson, { path, text });
  } catch {
    return undefined;
  }
}

function settingsIn(file: string, tree: unknown): ClaudeSettings {
  return {
    file,
    timeouts: hookGroupsOf(tree).flatMap(hooksOf).filter(isOurHook).map(timeoutOf),
    isBypassed: valueAt(tree, ["permissions", "defaultMode"]) === "bypassPermissions",
  };
}

/** The shortest time that any version gives a hook if its settings do not say. */
const DEFAULT_TIMEOUT_S = 60;
/** A timer cannot be set for longer than a few weeks. */
const MOST_S = 24 * 60 * 60;
/** Lets the hook start, and end before the client kills it. */
const MARGIN_S = 5;

/**
 * How long after its start a hook may wait: if there are several of ours, any may be the one that
 * runs.
 */
export function longestHoldMs(settings: readonly ClaudeSettings[]): number {
  const timeouts = settings.flatMap(({ timeouts: of }) => of);
  const known = timeouts.map((timeout) => timeout ?? DEFAULT_TIMEOUT_S);
  const least = known.length === 0 ? DEFAULT_TIMEOUT_S : Math.min(...known, MOST_S);
  return Math.floor(Math.max(least - MARGIN_S, 0) * 1_000);
}
