import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { isId, type KeyId } from "../../domain/id.ts";
import { HOLD_PRESETS } from "../../domain/requests/holds.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { dataPaths, makeDataFolder } from "../../system/data-folder.ts";
import { writePrivateFile } from "../../system/private-file.ts";
import type { McpClient } from "./client.ts";
import { makeChange, readIfThere } from "./file-change.ts";

const FOLDER_MODE = 0o700;

/** Where the key of one client is kept, outside every project's files. */
export interface ClientKey {
  /** The secret and nothing else. */
  readonly file: string;
  readonly idFile: string;
  readonly agent: string;
  readonly holdMs: number;
}

/** One key for each client and server; `url` if the server is not the folder's own. */
export function clientKey(
  data: string,
  { id, hold }: McpClient,
  url: string | undefined,
): ClientKey {
  const host = url === undefined ? "" : `@${new URL(url).host.replace(/[^\w.-]/g, "_")}`;
  const file = join(dataPaths(data).root, "keys", `${id}${host}.key`);
  return keyIn(file, { agent: id, holdMs: HOLD_PRESETS[hold] });
}

/** The same for another file that holds the key. */
export function keyIn(
  file: string,
  { agent, holdMs }: Pick<ClientKey, "agent" | "holdMs">,
): ClientKey {
  return { file, idFile: `${file.replace(/\.key$/, "")}.id`, agent, holdMs };
}

export function readClientKey({ file }: ClientKey): string | undefined {
  const secret = readIfThere(file)?.trim();
  return secret === "" ? undefined : secret;
}

/** Whether the server still accepts the secret as that of the agent it was made for. */
export async function isUsable(as: Pick<Earshot, "whoami">, { agent }: ClientKey) {
  try {
    const { principal } = await as.whoami();
    return principal.kind === "agent" && principal.name === agent;
  } catch (error) {
    if (isEarshotError(error, "NOT_SIGNED_IN")) return false;
    throw error;
  }
}

/**
 * Makes a key for the client and stores it; returns the secret. Its id is stored first, so that it
 * can be revoked whatever happens then. If it cannot be stored at all, it is revoked at once.
 */
export async function makeClientKey(
  operator: Pick<Earshot, "createKey" | "revokeKey">,
  data: string,
  { file, idFile, agent, holdMs }: ClientKey,
): Promise<string> {
  makeDataFolder(data);
  makeKeyFolder(dirname(file));
  const { key, secret } = await operator.createKey({ kind: "agent", name: agent, holdMs });
  try {
    keep(idFile, key.id);
    keep(file, secret);
  } catch (cause) {
    const fate = await operator.revokeKey({ id: key.id }).then(
      () => "was revoked again",
      () => `is still valid; npx earshot keys revoke ${key.id} ends it`,
    );
    throw new EarshotError(
      "CONFLICT",
      `The new key could not be kept in ${file}: ${whyRefused(cause)}. ${key.id} ${fate}.`,
      { cause, details: { file, id: key.id } },
    );
  }
  return secret;
}

function makeKeyFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  chmodSync(folder, FOLDER_MODE);
  // A data folder may contain a whole project, which must not be ignored then.
  writePrivateFile(join(folder, ".gitignore"), "*\n");
}

function keep(path: string, text: string): void {
  makeChange({ path, before: readIfThere(path), after: `${text}\n`, isSecret: true });
}

/** The id of the stored key, for revoking it. */
export function keptKeyId({ idFile }: ClientKey): KeyId | undefined {
  const id = readIfThere(idFile)?.trim() ?? "";
  return isId("key", id) ? id : undefined;
}

export function forgetClientKey({ file, idFile }: ClientKey): void {
  rmSync(file, { force: true });
  rmSync(idFile, { force: true });
}
