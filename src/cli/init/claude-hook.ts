import type { Json } from "../../domain/json.ts";
import { HOOK_GROUPS, hookGroupsOf, hooksOf, isOurHook, timeoutOf } from "./claude-settings.ts";
import { editConfig, readConfig } from "./config-format.ts";
import { type ConfigEdit, type ConfigPath, valueAt } from "./config-tree.ts";
import type { EntryChange } from "./file-change.ts";
import { readIfThere } from "./file-change.ts";
import { strictJson } from "./json-config.ts";
import { readKept } from "./origin.ts";
import { type OurEntry, originWithout, withoutEntry } from "./remainder.ts";

/** How long Claude Code lets the hook run; `earshot hook` waits a little less. */
const HOOK_TIMEOUT_S = 120;

/** The settings of Claude Code with the hook added. */
export function hookAddition(data: string, path: string, command: string): EntryChange {
  const before = readIfThere(path);
  const edit = addition(readConfig(strictJson, { path, text: before }), command);
  const after = editConfig(strictJson, { path, text: before }, [edit]);
  const isThere = before === after;
  const origin = originWithout(entryIn(path, before), { before, isThere }, readKept(data, path));
  return { path, before, after, isSecret: false, origin };
}

/** The same without it. */
export function hookRemoval(data: string, path: string): EntryChange {
  const before = readIfThere(path);
  const entry = entryIn(path, before);
  const after = withoutEntry(entry, before, readKept(data, path));
  const origin = { entry: entry.name, text: after, made: 1 };
  return { path, before, after, isSecret: false, origin };
}

function addition(tree: unknown, command: string): ConfigEdit {
  const found = placeOf(tree);
  const [place, earlier] = found ?? [];
  // A changed time limit was set on purpose.
  const timeout = timeoutOf(earlier) ?? HOOK_TIMEOUT_S;
  const hook: Json = { type: "command", command, timeout };
  if (place !== undefined) return { path: place, value: hook };
  const end = hookGroupsOf(tree).length;
  return { path: [...HOOK_GROUPS, end], value: { matcher: "*", hooks: [hook] } };
}

/** The group of our hook if nothing else is in it; if there is none, the place for one. */
function entryIn(path: string, text: string | undefined): OurEntry {
  const tree = readConfig(strictJson, { path, text });
  const [place = [...HOOK_GROUPS, 0]] = placeOf(tree) ?? [];
  const group = place.slice(0, HOOK_GROUPS.length + 1);
  const isAlone = hooksOf(valueAt(tree, group)).length <= 1;
  return { format: strictJson, path, at: isAlone ? group : place, name: "hook" };
}

/** The path of our hook, and its value. */
function placeOf(tree: unknown): readonly [ConfigPath, unknown] | undefined {
  for (const [group, hooks] of hookGroupsOf(tree).map(hooksOf).entries()) {
    const hook = hooks.findIndex(isOurHook);
    if (hook !== -1) return [[...HOOK_GROUPS, group, "hooks", hook], hooks[hook]];
  }
  return undefined;
}
