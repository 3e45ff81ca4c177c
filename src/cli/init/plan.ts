import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_FOLDER } from "../../compose/version.ts";
import { EarshotError } from "../../domain/errors.ts";
import { shellLine } from "../terminal/shell-line.ts";
import { hookAddition, hookRemoval } from "./claude-hook.ts";
import { claudeSettings } from "./claude-settings.ts";
import type { McpClient } from "./client.ts";
import type { ClientKey } from "./client-key.ts";
import { editConfig, readConfig } from "./config-format.ts";
import { isSame, plain, valueAt } from "./config-tree.ts";
import { type EntryChange, isLink, readIfThere } from "./file-change.ts";
import type { Installation } from "./installation.ts";
import { type Kept, originOf, readKept } from "./origin.ts";
import type { Places } from "./places.ts";
import { frameEdits, type OurEntry, originWithout, withoutEntry } from "./remainder.ts";
import type { Scope } from "./scope.ts";

/** What is set up, as far as it is decided before anything is looked at. */
export interface Setup {
  readonly client: McpClient;
  readonly scope: Scope;
  readonly places: Places;
  /** The name of the server in the client's file. */
  readonly name: string;
  /** The data folder, absolute. */
  readonly data: string;
  readonly key: ClientKey;
  readonly installation: Installation;
  /** A server elsewhere, whose address the client needs. */
  readonly url: string | undefined;
  /** Whether the client is to call that server over HTTP. */
  readonly isRemote: boolean;
  /** Only Claude Code has these two. */
  readonly hasHook: boolean;
  readonly hasSkill: boolean;
}

const NAME = "ask-a-person";
const OURS = new URL(`skills/${NAME}/SKILL.md`, PACKAGE_FOLDER);

/** The file from which the client reads its servers. */
export function configFile({ client, scope, places, name }: Setup): string {
  const file = client.files[scope];
  if (file !== undefined) return file(places, name);
  const [other] = Object.keys(client.files);
  throw new EarshotError(
    "INVALID_INPUT",
    `${client.title} has no servers for one ${scope === "user" ? "person" : "project"}. Use --scope ${other}.`,
  );
}

/** All files as they are and as they are to be, with the server in them. */
export function additions(setup: Setup, secret: string): EntryChange[] {
  const { scope, places, data, key } = setup;
  const changes = [entryChange(setup, secret)];
  if (setup.hasHook) {
    const { command, args } = setup.installation;
    const options = ["--data", data, "--key-file", key.file, ...urlOptions(setup)];
    const name = setup.name === "earshot" ? [] : ["--name", setup.name];
    const line = shellLine([command, ...args, "hook", "claude-code", ...options, ...name]);
    changes.push(hookAddition(data, claudeSettings(places, scope), line));
  }
  if (setup.hasSkill) changes.push(skillAddition(setup));
  return changes;
}

/** The same files without it. */
export function removals(setup: Setup): EntryChange[] {
  const { scope, places, data } = setup;
  const changes = [entryRemoval(setup)];
  if (setup.hasHook) changes.push(hookRemoval(data, claudeSettings(places, scope)));
  if (setup.hasSkill) changes.push(skillRemoval(setup));
  return changes;
}

function urlOptions({ url }: Setup): string[] {
  return url === undefined ? [] : ["--url", url];
}

function entryChange(setup: Setup, secret: string): EntryChange {
  const { client, name } = setup;
  const path = configFile(setup);
  const before = readIfThere(path);
  const tree = readConfig(client.format, { path, text: before });
  const value = entryOf(setup, secret);
  const after = editConfig(client.format, { path, text: before }, [
    ...(before === undefined ? frameEdits(client.frame) : []),
    { path: client.path(name), value },
  ]);
  const isSecret = JSON.stringify(value).includes(secret);
  const isThere = isSame(plain(valueAt(tree, client.path(name))), value);
  const origin = originWithout(ourEntry(setup), { before, isThere }, readKept(setup.data, path));
  return { path, before, after: isThere ? before : after, isSecret, origin };
}

function ourEntry(setup: Setup): OurEntry {
  const { client, name } = setup;
  const { format, frame } = client;
  return { format, path: configFile(setup), at: client.path(name), name, frame };
}

function entryOf(setup: Setup, secret: string) {
  const { client, scope, name, url, isRemote, data, key, installation } = setup;
  const remote =
    isRemote && url !== undefined
      ? client.reached?.(
          { url: `${url}/mcp`, secret: scope === "project" ? undefined : secret },
          name,
        )
      : undefined;
  if (remote !== undefined) return remote;
  const { command, args } = installation;
  return client.launched(
    {
      command,
      args: [...args, "mcp", "--data", data, "--key-file", key.file, ...urlOptions(setup)],
      env: {},
    },
    name,
  );
}

function entryRemoval(setup: Setup): EntryChange {
  const entry = ourEntry(setup);
  const { path, name } = entry;
  const before = readIfThere(path);
  const after = withoutEntry(entry, before, readKept(setup.data, path));
  return { path, before, after, isSecret: false, origin: { entry: name, text: after, made: 1 } };
}

/** The skill installed; one that somebody has changed or linked stays as it is. */
function skillAddition({ data, places, scope }: SkillPlace): EntryChange {
  const path = skillFile(places, scope);
  const before = readIfThere(path);
  const kept = readKept(data, path);
  const after = before === undefined || isOurs(path, before, kept) ? ourText() : before;
  const text = after === before ? before : withoutSkill(path, before, kept);
  return { path, before, after, isSecret: false, origin: { entry: NAME, text, made: 1 } };
}

/** The skill removed, unless it was there before. */
function skillRemoval({ data, places, scope }: SkillPlace): EntryChange {
  const path = skillFile(places, scope);
  const before = readIfThere(path);
  const after = withoutSkill(path, before, readKept(data, path));
  return { path, before, after, isSecret: false, origin: { entry: NAME, text: after, made: 1 } };
}

interface SkillPlace {
  readonly data: string;
  readonly places: Places;
  readonly scope: Scope;
}

function skillFile({ project, claudeFolder }: Places, scope: Scope): string {
  const root = scope === "project" ? join(project, ".claude") : claudeFolder;
  return join(root, "skills", NAME, "SKILL.md");
}

function ourText(): string {
  return readFileSync(OURS, "utf8");
}

function withoutSkill(path: string, text: string | undefined, kept: Kept | undefined) {
  if (text === undefined) return undefined;
  const known = originOf(kept, text, NAME);
  if (known !== undefined) return known.text;
  return isOurs(path, text, kept) ? undefined : text;
}

/** As this installation provides it, or an earlier one left it. */
function isOurs(path: string, text: string, kept: Kept | undefined): boolean {
  const isLeft = kept?.existed === false && originOf(kept, text, NAME) !== undefined;
  return (isLeft || text === ourText()) && !isLink(path);
}
