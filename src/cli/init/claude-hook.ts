import type { Json } from "../../domain/json.ts";
import {
  HOOK_GROUPS,
  hookGroupsOf,
  hooksOf,
  isOurHook,
  timeoutOf,
} from "../hook/claude-settings.ts";
import { editConfig, readConfig } from "./config-format.ts";
import { type ConfigEdit, type ConfigPath, emptied, valueAt } from "./config-tree.ts";
import type { FileChange } from "./file-change.ts";
import { readIfThere } from "./file-change.ts";
import { strictJson } from "./json-config.ts";
import { remainder } from "./remainder.ts";

/** How long Claude Code lets the hook run; `earshot hook` waits a little less. */
const HOOK_TIMEOUT_S = 120;

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
  const found = placeOf(tree);
  const [place, earlier] = found ?? [];
  // Whoever has changed how long it may run has meant that.
  const timeout = timeoutOf(earlier) ?? HOOK_TIMEOUT_S;
  const hook: Json = { type: "command", command, timeout };
  if (place !== undefined) return { path: place, value: hook };
  const end = hookGroupsOf(tree).length;
  return { path: [...HOOK_GROUPS, end], value: { matcher: "*", hooks: [hook] } };
}

function removal(tree: unknown): ConfigEdit | undefined {
  const [place] = placeOf(tree) ?? [];
  if (place === undefined) return undefined;
  const group = place.slice(0, -2);
  const isAlone = hooksOf(valueAt(tree, group)).length === 1;
  return { path: emptied(tree, isAlone ? group : place) };
}

/** Where our hook stands, and what stands there. */
function placeOf(tree: unknown): readonly [ConfigPath, unknown] | undefined {
  for (const [group, hooks] of hookGroupsOf(tree).map(hooksOf).entries()) {
    const hook = hooks.findIndex(isOurHook);
    if (hook !== -1) return [[...HOOK_GROUPS, group, "hooks", hook], hooks[hook]];
  }
  return undefined;
}
