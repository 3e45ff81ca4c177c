import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import { readPrivateFile, writeLastingFile } from "./private-file.ts";

const KEY_BYTES = 32;

/** What seals the keys that the nodes of one deployment share. */
export interface DeploymentKey {
  readonly bytes: Buffer;
  /** Where it was found, for messages. */
  readonly from: string;
}

export interface DeploymentKeyPlaces {
  /** `deployment.key` of the data folder; made there by the first node. */
  readonly path: string;
  /** A named file, or the key itself from an environment variable. */
  readonly given?: string | undefined;
}

/** The given key, else that of the data folder; undefined if there is neither. */
export function findDeploymentKey({ path, given }: DeploymentKeyPlaces): DeploymentKey | undefined {
  if (given === undefined) return readFrom(path);
  const bytes = parseKey(given);
  if (bytes !== undefined) return { bytes, from: "EARSHOT_DEPLOYMENT_KEY" };
  const file = resolve(given);
  const found = readFrom(file);
  if (found !== undefined) return found;
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no deployment key in ${file}. Copy the file deployment.key out of the data folder of a node that runs over this database.`,
    { details: { path: file } },
  );
}

/** On disk before anything is sealed with it: nobody can open what a lost key has sealed. */
export function makeDeploymentKey(path: string): DeploymentKey {
  const bytes = randomBytes(KEY_BYTES);
  writeLastingFile(path, `${bytes.toString("base64url")}\n`);
  return { bytes, from: path };
}

/** Removes a key that was just made and has sealed nothing. */
export function dropDeploymentKey(key: DeploymentKey): void {
  rmSync(key.from, { force: true });
}

/** A separate key for each purpose, so that a leak of one use says nothing about another. */
export function keyFor({ bytes }: DeploymentKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", bytes, "", `earshot.deployment.${purpose}.v1`, KEY_BYTES));
}

/** Lets people tell two keys apart without seeing either. */
export function fingerprintOf({ bytes }: DeploymentKey): string {
  return createHash("sha256")
    .update("earshot.deployment\0")
    .update(bytes)
    .digest("hex")
    .slice(0, 12);
}

function readFrom(path: string): DeploymentKey | undefined {
  const text = readPrivateFile(path);
  if (text === undefined) return undefined;
  const bytes = parseKey(text.trim());
  if (bytes !== undefined) return { bytes, from: path };
  throw new EarshotError(
    "INVALID_INPUT",
    `${path} holds no deployment key: it is one line of 43 letters, digits, - and _. Copy deployment.key out of the data folder of a node that runs over this database, or put it back from a backup.`,
    { details: { path } },
  );
}

function parseKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === KEY_BYTES && bytes.toString("base64url") === text ? bytes : undefined;
}
