import { join } from "node:path";
import type { Json } from "../../domain/json.ts";
import { editConfig, readConfig } from "./config-format.ts";
import { type ConfigEdit, type ConfigPath, emptied, valueAt } from "./config-tree.ts";
import type { FileChange } from "./file-change.ts";
import { readIfThere } from "./file-change.ts";
import { strictJson } from "./json-config.ts";
import type { Places } from "./places.ts";
import { remainder } from "./remainder.ts";
import type { Scope } from "./scope.ts";

/** How long Claude Code lets the hook run; `earshot hook` waits a little less. */
const HOOK_TIMEOUT_S = 120;

const GROUPS: ConfigPath = ["hooks", "PermissionRequest"];
/** Ours, of this installation or an earlier one. */
const OURS = /\bearshot\S*['"]? hook claude-code\b/;

interface Group {
  readonly hooks?: readonly { readonly command?: unknown }[];
}

/** In a project those that nobody shares: the hook names a key and a program of this machine. */
export function claudeSettings({ project, home, claude }: Places, scope: Scope): string {
  return scope === "project"
    ? join(project, ".claude", "settings.local.json")
    : join(claude ?? join(home, ".claude"), "settings.json");
}

/** The settings of Claude Code with the hook, or without it where there is no command. */
export function hookChange(path: string, command: string | undefined): FileChange {
  const before = readIfThere(path);
  const tree = readConfig(strictJson, { path, text: before });
  const edit = command === undefined ? removal(tree) : addition(tree, command);
  if (edit === undefined) return { path, before, after: before, isSecret: false };
  const text = editConfig(strictJson, { path, text: before }, [edit]);
  const after = command === undefined ? remainder(strictJson, { path, text }) : text;
  return { path, before, after, isSecret: false };
}

function addition(tree: unknown, command: string): ConfigEdit {
  const hook: Json = { type: "command", command, timeout: HOOK_TIMEOUT_S };
  const found = placeOf(tree);
  if (found !== undefined)
    return { path: [...GROUPS, found.group, "hooks", found.hook], value: hook };
  const end = groupsOf(tree).length;
  return { path: [...GROUPS, end], value: { matcher: "*", hooks: [hook] } };
}

function removal(tree: unknown): ConfigEdit | undefined {
  const found = placeOf(tree);
  if (found === undefined) return undefined;
  const isAlone = groupsOf(tree)[found.group]?.hooks?.length === 1;
  const group = [...GROUPS, found.group];
  return { path: emptied(tree, isAlone ? group : [...group, "hooks", found.hook]) };
}

function placeOf(tree: unknown): { group: number; hook: number } | undefined {
  for (const [group, { hooks = [] }] of groupsOf(tree).entries()) {
    const hook = hooks.findIndex(
      ({ command }) => typeof command === "string" && OURS.test(command),
    );
    if (hook !== -1) return { group, hook };
  }
  return undefined;
}

function groupsOf(tree: unknown): readonly Group[] {
  const groups = valueAt(tree, GROUPS);
  return Array.isArray(groups) ? groups : [];
}
