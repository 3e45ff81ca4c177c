import { readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import { dataPaths } from "./data-folder.ts";
import { isKnownHere } from "./folder-place.ts";
import { homePath } from "./paths/home-path.ts";
import { isForeignLink, isOfOthers } from "./private-file.ts";

/*
 * Which data folder a command is about. The first of these that there is:
 *
 *   1. option    the one that --data names
 *   2. variable  the one that EARSHOT_DATA names
 *   3. project   the nearest .earshot from the working folder upwards, as git finds .git
 *   4. home      that of the person's home server, in the state folder of this account
 *
 * What is named is used as it is. What is merely found must belong to this account: whoever else can
 * make a folder above, as in /tmp, would be asked in the place of people. And a project's folder must
 * have been made or served where it is: one that came with a clone or an archive has somebody else's
 * rules, keys and channels in it. Earshot for Python finds it in the same way.
 */

export type FolderSource = "option" | "variable" | "project" | "home";

/** What a lookup has to go by, besides the working folder. */
export interface FolderHints {
  readonly option?: string | undefined;
  readonly variable?: string | undefined;
  /** `XDG_STATE_HOME`, which counts on every system; the standard has a relative one ignored. */
  readonly stateHome?: string | undefined;
  /** `LOCALAPPDATA`, on Windows. */
  readonly localAppData?: string | undefined;
}

export interface FoundFolder {
  /** An absolute path, unless an option gave another. */
  readonly folder: string;
  readonly source: FolderSource;
}

/** How the folder is spoken of. */
export const FOLDER_WORDS: Readonly<Record<FolderSource, string>> = {
  option: "named by --data",
  variable: "named by EARSHOT_DATA",
  project: "this folder's server",
  home: "your home server",
};

const PROJECT = ".earshot";

/** Throws INVALID_INPUT for a name that is none, and NOT_ALLOWED if a folder was found that nobody named, and that is not to be trusted. */
export function findFolder(hints: FolderHints): FoundFolder {
  const { option, variable } = hints;
  if (option !== undefined) return { folder: named(option), source: "option" };
  if (variable !== undefined) return { folder: resolve(named(variable)), source: "variable" };
  const above = projectFolder(resolve("."));
  const source = above === undefined ? "home" : "project";
  const folder = above ?? homeFolder(hints);
  assertTrusted(folder, source);
  return { folder, source };
}

/** Throws INVALID_INPUT for the home of another user, which only a shell finds. */
function named(folder: string): string {
  const path = homePath(folder);
  if (!path.startsWith("~")) return path;
  throw new EarshotError(
    "INVALID_INPUT",
    `The data folder ${folder} begins with ~, which stands only for your own home folder here, as in ~/earshot. Write the whole path, or ./${folder} for a folder of that name.`,
    { details: { folder } },
  );
}

function projectFolder(from: string): string | undefined {
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, PROJECT);
    if (isFolder(folder)) return folder;
    if (place === dirname(place)) return undefined;
  }
}

/** A folder that cannot be looked into is none: what cannot be read cannot be used either. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The data folder of the home server, whether or not it is there. */
export function homeFolder({ stateHome, localAppData }: FolderHints): string {
  const isGiven = stateHome !== undefined && resolve(stateHome) === stateHome;
  return join(isGiven ? stateHome : usualState(localAppData), "earshot");
}

function usualState(localAppData: string | undefined): string {
  const home = homedir();
  if (process.platform === "darwin") return join(home, "Library", "Application Support");
  if (process.platform === "win32") return localAppData ?? join(home, "AppData", "Local");
  return join(home, ".local", "state");
}

const INSTEAD =
  "name another folder with --data or EARSHOT_DATA, or a server with EARSHOT_URL and EARSHOT_KEY";

function assertTrusted(folder: string, source: FolderSource): void {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (isForeignLink(folder) || isOfOthers(there.uid)) {
    const found = source === "home" ? `${folder}, the folder of your home server,` : folder;
    throw distrusted(
      folder,
      `${found} belongs to another user of this machine, so it was found and is not used. If it is meant, name it with --data; otherwise ${INSTEAD}.`,
    );
  }
  if (source === "home" || isEmpty(folder) || isKnownHere(dataPaths(folder))) return;
  throw distrusted(
    folder,
    `${folder} was neither made nor served by Earshot where it is: it may have come with a clone, an archive or a copy, and whoever sent it has its keys. So it was found and is not used. If it is yours, name it once, and it is found from then on: npx earshot start --data ${folder}. Otherwise ${INSTEAD}.`,
  );
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}

function distrusted(folder: string, message: string): EarshotError {
  return new EarshotError("NOT_ALLOWED", message, {
    details: { reason: "untrusted_folder", folder },
  });
}
