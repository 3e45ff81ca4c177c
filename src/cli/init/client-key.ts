import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isEarshotError } from "../../domain/errors.ts";
import { HOLD_PRESETS } from "../../domain/hold-presets.ts";
import { isId, type KeyId } from "../../domain/id.ts";
import type { Earshot } from "../../ports/earshot.ts";
import { dataPaths } from "../../system/data-folder.ts";
import type { McpClient } from "./client.ts";
import { makeChange, readIfThere } from "./file-change.ts";

const FOLDER_MODE = 0o700;

/** Where the key of one client is kept, out of every project's files. */
export interface ClientKey {
  /** The secret and nothing else. */
  readonly file: string;
  readonly idFile: string;
  readonly agent: string;
  readonly holdMs: number;
}

/** One key for each client and server; `url` where it is another server than the folder's own. */
export function clientKey(
  data: string,
  { id, hold }: McpClient,
  url: string | undefined,
): ClientKey {
  const host = url === undefined ? "" : `@${new URL(url).host.replace(/[^\w.-]/g, "_")}`;
  const file = join(dataPaths(data).root, "keys", `${id}${host}.key`);
  return { file, idFile: `${file.slice(0, -4)}.id`, agent: id, holdMs: HOLD_PRESETS[hold] };
}

export function readClientKey({ file }: ClientKey): string | undefined {
  const secret = readIfThere(file)?.trim();
  return secret === "" ? undefined : secret;
}

/** Whether the server still takes the secret, as the agent's that it was made for. */
export async function isUsable(as: Pick<Earshot, "whoami">, { agent }: ClientKey) {
  try {
    const { principal } = await as.whoami();
    return principal.kind === "agent" && principal.name === agent;
  } catch (error) {
    if (isEarshotError(error, "NOT_SIGNED_IN")) return false;
    throw error;
  }
}

/** Makes a key for the client and keeps it; returns the secret. */
export async function makeClientKey(
  operator: Pick<Earshot, "createKey">,
  { file, idFile, agent, holdMs }: ClientKey,
): Promise<string> {
  const { key, secret } = await operator.createKey({ kind: "agent", name: agent, holdMs });
  const folder = join(file, "..");
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    chmodSync(folder, FOLDER_MODE);
    // A data folder stands in a project as often as not.
    writeFileSync(join(folder, ".gitignore"), "*\n");
  }
  keep(file, secret);
  keep(idFile, key.id);
  return secret;
}

function keep(path: string, text: string): void {
  makeChange({ path, before: readIfThere(path), after: `${text}\n`, isSecret: true });
}

/** The id of the key that is kept, to revoke it by. */
export function keptKeyId({ idFile }: ClientKey): KeyId | undefined {
  if (!existsSync(idFile)) return undefined;
  const id = readFileSync(idFile, "utf8").trim();
  return isId("key", id) ? id : undefined;
}

export function forgetClientKey({ file, idFile }: ClientKey): void {
  rmSync(file, { force: true });
  rmSync(idFile, { force: true });
}
