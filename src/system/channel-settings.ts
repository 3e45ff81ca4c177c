import { existsSync, statSync, unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import { BUILT_IN_CHANNELS, isBuiltInChannel, isChannelKind } from "../domain/channel-kind.ts";
import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { dataPaths, makeDataFolder } from "./data-folder.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/**
 * What each configured channel is opened with, secrets included. For an outside channel, `module`
 * names what is loaded into this process. Only this file can do that, and it belongs to its owner
 * alone.
 */
export type ChannelSettings = Readonly<Record<string, JsonObject>>;

const OTHERS = 0o077;
const ALLOWED = `There are ${BUILT_IN_CHANNELS.join(", ")}; the name of an outside channel has small letters, digits, - and _, and "module" says where it is.`;

function channelSettingsPath(dataFolder: string): string {
  return join(dataPaths(dataFolder).root, "channels.json");
}

/** Without a file nothing is configured. Throws INVALID_INPUT for a file that cannot be trusted. */
export function readChannelSettings(dataFolder: string): ChannelSettings {
  const path = channelSettingsPath(dataFolder);
  if (!existsSync(path)) return {};
  if ((statSync(path).mode & OTHERS) !== 0) {
    throw invalid(`Other users can read ${path}, which holds secrets. Mend: chmod 600 ${path}`);
  }
  return checked(path, parsed(path, readPrivateFile(path) ?? "{}"));
}

/** Whole or not at all, and for its owner only. */
export function writeChannelSettings(dataFolder: string, settings: ChannelSettings): void {
  makeDataFolder(dataFolder);
  writePrivateFile(channelSettingsPath(dataFolder), `${JSON.stringify(settings, null, 2)}\n`);
}

/** Other than by notices of the system, it works on every file system, and for a file that is not there yet. */
const LOOK_MS = 500;

/** Calls back whenever the file may hold something else; the returned function ends it. */
export function watchChannelSettings(dataFolder: string, onChange: () => void): () => void {
  const path = channelSettingsPath(dataFolder);
  const listener = () => onChange();
  watchFile(path, { interval: LOOK_MS, persistent: false }, listener);
  return () => unwatchFile(path, listener);
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's message quotes the text, which contains secrets.
    throw invalid(
      `${path} is not valid JSON. Mend it, or remove it and add each channel again: npx earshot channels add slack`,
    );
  }
}

function checked(path: string, value: unknown): ChannelSettings {
  if (!isObject(value)) throw invalid(`${path} has to hold a JSON object with a key per channel.`);
  for (const [kind, settings] of Object.entries(value)) {
    if (!isChannelKind(kind))
      throw invalid(`${path} names ${JSON.stringify(kind)}, which is not a channel. ${ALLOWED}`);
    if (!isObject(settings)) {
      throw invalid(`${path} has to hold a JSON object as ${JSON.stringify(kind)}.`);
    }
    if (!isBuiltInChannel(kind) && settings["module"] === undefined) {
      throw invalid(
        `${path} names ${JSON.stringify(kind)}, which is not one of Earshot's own channels, and there is no "module" of it. ${ALLOWED}`,
      );
    }
  }
  return value as ChannelSettings;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message);
}
