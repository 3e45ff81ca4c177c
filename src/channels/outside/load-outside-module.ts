import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire, findPackageJSON } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isChannelKind, type RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import type { ChannelModule } from "../../ports/channels/channel.ts";
import { channelFault, moduleFault } from "./channel-fault.ts";

interface Named {
  /** A package, or a path. */
  readonly name: Json | undefined;
  readonly dataFolder: string;
}

/** Loads the module of a channel that is not Earshot's own, and watches over what it hands out. */
export async function loadOutsideModule(
  kind: RemoteChannel,
  { name, dataFolder }: Named,
): Promise<ChannelModule> {
  const file = fileOf(kind, { name, dataFolder });
  const exported = await importModule(kind, file);
  const module = exported["channelModule"] ?? exported["default"];
  const fault = moduleFault(module, kind);
  if (fault !== undefined) throw invalidModule(kind, `${fault} It is ${file}`);
  return watched(module as ChannelModule);
}

function fileOf(kind: string, { name, dataFolder }: Named): string {
  if (!isChannelKind(kind)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(kind)} cannot be the kind of a channel: that is a small letter and up to 31 small letters, digits, - and _, and no word that Earshot uses itself.`,
    );
  }
  if (typeof name !== "string" || name === "") {
    throw invalidModule(
      kind,
      `Earshot brings no channel of this kind, and its settings name no module. Name the file or the package: npx earshot channels add ${kind} --module PATH`,
    );
  }
  const found = findModule(name, dataFolder);
  if (found !== undefined) return assertOwnFile(kind, found);
  throw invalidModule(
    kind,
    `there is no file and no package ${JSON.stringify(name)}, seen from ${dataFolder} and from where this was started. Install it there, or name its file by an absolute path`,
  );
}

async function importModule(kind: string, file: string): Promise<Record<string, unknown>> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (cause) {
    throw invalidModule(kind, `${file} cannot be loaded: ${messageOf(cause)}`, cause);
  }
}

/** The same module, with everything it throws and opens held to what the port promises. */
function watched(module: ChannelModule): ChannelModule {
  const { kind, setup } = module;
  return {
    kind,
    setup,
    async open({ module: _, ...settings }, ports) {
      let channel: Awaited<ReturnType<ChannelModule["open"]>>;
      try {
        channel = await module.open(settings, ports);
      } catch (cause) {
        throw invalidModule(kind, messageOf(cause), cause);
      }
      const fault = channelFault(channel, kind);
      if (fault !== undefined) throw invalidModule(kind, fault);
      return channel;
    },
  };
}

/** Without the full stop, which follows. */
function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/\.$/, "");
}

const OTHERS_WRITE = 0o022;
/** In such a folder nobody can replace somebody else's file. */
const STICKY = 0o1000;

/**
 * A module runs with all rights of this process, and sees the secrets of its channel. Anybody who
 * could write it, or replace its file, would have the same. Returns the file itself, with every
 * link resolved.
 */
function assertOwnFile(kind: string, path: string): string {
  const file = realpathSync(path);
  if ((statSync(file).mode & OTHERS_WRITE) !== 0) throw writable(kind, file);
  const folder = dirname(file);
  const { mode } = statSync(folder);
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) throw writable(kind, folder);
  return file;
}

function writable(kind: string, path: string) {
  return invalidModule(
    kind,
    `others can write ${path}, and with it what runs here. Mend: chmod go-w ${path}`,
  );
}

/**
 * The file that a name in `channels.json` stands for; undefined if there is none. A path is
 * relative to the data folder. A package is looked for from there, then from where the server was
 * started.
 */
function findModule(name: string, dataFolder: string): string | undefined {
  const path = resolve(dataFolder, name);
  if (isFile(path)) return path;
  if (isAbsolute(name) || /^\.\.?(?:[/\\]|$)/.test(name)) return undefined;
  for (const folder of [dataFolder, "."]) {
    const base = pathToFileURL(join(resolve(folder), "channels.json"));
    const found = requireFrom(base, name) ?? importFrom(base, name);
    if (found !== undefined && isFile(found)) return found;
  }
  return undefined;
}

function requireFrom(base: URL, name: string): string | undefined {
  try {
    return createRequire(base).resolve(name);
  } catch {
    return undefined;
  }
}

/** Finds a package whose entry can only be imported, which `require` does not find. */
function importFrom(base: URL, name: string): string | undefined {
  try {
    const description = findPackageJSON(name, base);
    if (description === undefined) return undefined;
    const { name: own, exports } = JSON.parse(readFileSync(description, "utf8"));
    const entry = own === name ? importEntry(exports?.["."] ?? exports) : undefined;
    return entry === undefined ? undefined : join(dirname(description), entry);
  } catch {
    return undefined;
  }
}

const CONDITIONS = ["node", "import", "default"];

function importEntry(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (typeof entry !== "object" || entry === null) return undefined;
  const found = Object.entries(entry).find(([condition]) => CONDITIONS.includes(condition));
  return importEntry(found?.[1]);
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Says what is wrong with the module of an outside channel, and what to do. */
function invalidModule(kind: string, what: string, cause?: unknown): EarshotError {
  return new EarshotError("INVALID_INPUT", `The module of the channel ${kind}: ${what}.`, {
    cause,
  });
}
