import { join } from "node:path";
import { readConfig } from "./config-format.ts";
import { type ConfigPath, valueAt } from "./config-tree.ts";
import { readIfThere } from "./file-change.ts";
import { strictJson } from "./json-config.ts";
import type { Places } from "./places.ts";
import type { Scope } from "./scope.ts";

/** Where the groups of hooks stand that hear of permissions. */
export const HOOK_GROUPS: ConfigPath = ["hooks", "PermissionRequest"];
/** Ours, of this installation or an earlier one. */
const OURS = /\bearshot\S*['"]? hook claude-code\b/;

/** The groups as they stand there; whatever else stands in their place counts for none. */
export function hookGroupsOf(tree: unknown): readonly unknown[] {
  return listAt(tree, HOOK_GROUPS);
}

/** What a group runs. */
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

/** In a project those that nobody shares: the hook names a key and a program of this machine. */
export function claudeSettings({ project, claudeFolder }: Places, scope: Scope): string {
  return scope === "project"
    ? join(project, ".claude", "settings.local.json")
    : join(claudeFolder, "settings.json");
}

/** What one file of settings says of us and of asking at all. */
export interface ClaudeSettings {
  readonly file: string;
  /** Of each of our hooks in it: seconds, or nothing where the client's own default holds. */
  readonly timeouts: readonly (number | undefined)[];
  /** Whether sessions begin in the mode in which Claude Code asks nobody for anything. */
  readonly isBypassed: boolean;
}

/** What the files say that are there and can be read. */
export function readClaudeSettings(places: Places): readonly ClaudeSettings[] {
  const shared = join(places.project, ".claude", "settings.json");
  const files = [claudeSettings(places, "user"), shared, claudeSettings(places, "project")];
  return files.flatMap((file) => {
    const tree = treeOf(file);
    return tree === undefined ? [] : [settingsIn(file, tree)];
  });
}

/** Claude Code does without a file that it cannot read, too. */
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

/** The least that any version lets a hook run where its settings do not say. */
const DEFAULT_TIMEOUT_S = 60;
/** A timer cannot be set for more than some weeks. */
const MOST_S = 24 * 60 * 60;
/** For the hook to start and to end before the client kills it. */
const MARGIN_S = 5;

/** For how long after its start a hook may wait: of several of ours any may be the one that runs. */
export function longestHoldMs(settings: readonly ClaudeSettings[]): number {
  const timeouts = settings.flatMap(({ timeouts: of }) => of);
  const known = timeouts.map((timeout) => timeout ?? DEFAULT_TIMEOUT_S);
  const least = known.length === 0 ? DEFAULT_TIMEOUT_S : Math.min(...known, MOST_S);
  return Math.floor(Math.max(least - MARGIN_S, 0) * 1_000);
}
