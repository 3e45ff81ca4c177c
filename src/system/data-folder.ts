import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { EarshotError, isEarshotError } from "../domain/errors.ts";
import { whyRefused } from "../domain/why-refused.ts";
import { noteFolder } from "./folder-place.ts";
import { isLocked, type LockLook, takeLock } from "./lock.ts";
import { makeFolders } from "./make-folders.ts";
import {
  flushFolder,
  isDraft,
  readPrivateFile,
  writeLastingFile,
  writePrivateFile,
} from "./private-file.ts";

/** Where a running server can be called; kept in its data folder. */
export interface ServerInfo {
  readonly url: string;
  /** Where browsers reach it through a proxy. */
  readonly publicUrl?: string | undefined;
  readonly pid: number;
  readonly startedAt: string;
  /** Started by a client because none was running: it gives way to one that somebody starts. */
  readonly isStandIn?: true;
}

/** The keys that a data folder keeps in files, for those who may read the folder. */
export type KeyFile = "operator" | "agent";

const FOLDER_MODE = 0o700;

/** The names inside a data folder. */
export function dataPaths(folder: string) {
  const root = resolve(folder);
  return {
    root,
    database: join(root, "earshot.db"),
    lock: join(root, "lock"),
    server: join(root, "server.json"),
    log: join(root, "server.log"),
    signingKeys: join(root, "signing-keys.json"),
    vaultKey: join(root, "vault.key"),
    deploymentKey: join(root, "deployment.key"),
    storeMark: join(root, "store.json"),
    place: join(root, "place.json"),
    anchor: join(root, "anchor.jsonl"),
    agentKeys: join(root, "agent-keys.json"),
    key: (name: KeyFile) => join(root, `${name}.key`),
  };
}

/** A data folder taken by this process. */
export interface DataFolder {
  readonly paths: ReturnType<typeof dataPaths>;
  announce(info: ServerInfo): void;
  release(): void;
}

/**
 * Makes the folder if it does not exist. Git ignores everything in it, because it holds keys;
 * unless it contained other files before, which may be somebody's project.
 */
export function makeDataFolder(folder: string): void {
  const paths = dataPaths(folder);
  const { root } = paths;
  if (!existsSync(root)) orTold(root, "made", () => makeFolders(root, FOLDER_MODE));
  const names = orTold(root, "read", () => readdirSync(root));
  // A process that was killed while it made the folder has left a draft and the note at most.
  const isNew = names.every((name) => isDraft(name) || name === basename(paths.place));
  if (!isNew) return;
  orTold(root, "written", () => {
    noteFolder(paths);
    writePrivateFile(join(root, ".gitignore"), "*\n");
  });
}

const OF_RIGHTS: readonly (string | undefined)[] = ["EACCES", "EPERM"];

/** Throws INVALID_INPUT for what the system refuses, and says which folder it was and what to do. */
function orTold<T>(root: string, what: "made" | "read" | "written", act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const { syscall, code } = cause as NodeJS.ErrnoException;
    if (isEarshotError(cause) || syscall === undefined) throw cause;
    const next = OF_RIGHTS.includes(code) ? "Give this account the right to it, or name" : "Name";
    throw new EarshotError(
      "INVALID_INPUT",
      `The data folder ${root} cannot be ${what}: ${whyRefused(cause)}. ${next} another with --data or EARSHOT_DATA.`,
      { cause, details: { folder: root, code: code ?? null } },
    );
  }
}

/** Throws INVALID_INPUT for a data folder that is there, or would be, and that this account cannot read. */
export function assertReadable(folder: string): void {
  const { root } = dataPaths(folder);
  orTold(root, "read", () => {
    try {
      readdirSync(root);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  });
}

/**
 * Makes the folder if it does not exist, and takes it. Throws ALREADY_RUNNING if a server has it.
 */
export function takeDataFolder(folder: string): DataFolder {
  const paths = dataPaths(folder);
  makeDataFolder(folder);
  const lock = takeLock(paths.lock);
  if (lock === undefined) throw takenError(paths.root);
  // A killed server has left this file. With the lock held again, clients would send their keys to
  // its port.
  rmSync(paths.server, { force: true });
  return {
    paths,
    announce: (info) => writePrivateFile(paths.server, `${JSON.stringify(info)}\n`),
    release() {
      // If somebody has removed the lock file, another server may have the folder by now.
      if (readServerInfo(folder)?.pid === process.pid) rmSync(paths.server, { force: true });
      lock.release();
    },
  };
}

function takenError(root: string): EarshotError {
  const info = readServerInfo(root);
  const who = info === undefined ? "another process" : `process ${info.pid} at ${info.url}`;
  return new EarshotError(
    "ALREADY_RUNNING",
    `A server runs on ${root} already: ${who}. Use it, stop it with npx earshot stop, or choose another folder with --data.`,
    { details: { folder: root, ...info } },
  );
}

/**
 * The server that runs on this very folder now, to which its keys may be sent. A file from a killed
 * server, or in a copied folder, names a port that may be anybody's: only the lock proves it.
 */
export function servingOf(
  folder: string,
  look: Pick<LockLook, "isLocked"> = { isLocked: () => isLocked(dataPaths(folder).lock) },
): ServerInfo | undefined {
  return look.isLocked() ? readServerInfo(folder) : undefined;
}

/** What the last server of this folder wrote about itself, running or not. */
export function readServerInfo(folder: string): ServerInfo | undefined {
  try {
    return JSON.parse(readFileSync(dataPaths(folder).server, "utf8")) as ServerInfo;
  } catch {
    return undefined;
  }
}

export function readKeyFile(folder: string, name: KeyFile): string | undefined {
  try {
    return readPrivateFile(dataPaths(folder).key(name))?.trim();
  } catch (error) {
    if (isEarshotError(error)) throw error;
    return undefined;
  }
}

export function writeKeyFile(folder: string, name: KeyFile, secret: string): void {
  writePrivateFile(dataPaths(folder).key(name), `${secret}\n`);
}

/** Says that the record of this folder is in a database that other nodes share. */
export interface StoreMark {
  readonly store: "postgres";
  /** Host, port and database; no user and no password. */
  readonly place: string;
  /** A move to that database had begun to commit, and nobody has checked yet whether it did. */
  readonly isMoving?: true;
  /** The file or variable that gave the node its deployment key, never the key. */
  readonly keyFrom?: string;
}

/** Undefined if the record is in the folder itself, or does not exist yet. */
export function readStoreMark(folder: string): StoreMark | undefined {
  const text = readPrivateFile(dataPaths(folder).storeMark);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as StoreMark;
  } catch {
    return { store: "postgres", place: "an unknown place" };
  }
}

/** From now on no server starts on this folder without its database. */
export function writeStoreMark(folder: string, mark: StoreMark): void {
  writeLastingFile(dataPaths(folder).storeMark, `${JSON.stringify(mark)}\n`);
}

/** The record of this folder is in the folder again. */
export function removeStoreMark(folder: string): void {
  const { root, storeMark } = dataPaths(folder);
  rmSync(storeMark, { force: true });
  flushFolder(root);
}
