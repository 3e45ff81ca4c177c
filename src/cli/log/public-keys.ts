import { readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { parseKeys, type SigningKey } from "../../system/signing-keys.ts";

/**
 * The keys that a server signs with, from a JWK Set or its data folder; only their public parts are
 * used.
 */
export function readPublicKeys(folder: string, file: string | undefined): readonly SigningKey[] {
  if (file === undefined && readStoreMark(folder) !== undefined) throw sharedError(folder);
  const path = file ?? dataPaths(folder).signingKeys;
  const keys = parseKeys(readText(path, file));
  if (keys !== undefined && keys.length > 0) return keys;
  throw new EarshotError(
    "INVALID_INPUT",
    `${path} holds no keys of an Earshot server. Give it a JWK Set as npx earshot grant keys prints it.`,
    { details: { path } },
  );
}

/**
 * What is left in the folder from before a move may not include every key that has signed since.
 */
function sharedError(folder: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The keys of ${folder} are in the database that its node shares with others. Have them printed, npx earshot grant keys > keys.json, keep them where whoever can change the log cannot change them, and give --keys keys.json.`,
    { details: { folder } },
  );
}

function readText(path: string, file: string | undefined): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const hint =
      file === undefined
        ? "They are made with the first signature. Name the server's folder with --data, or a JWK Set with --keys."
        : "Give --keys a JWK Set as npx earshot grant keys prints it.";
    throw new EarshotError("NOT_FOUND", `There are no public keys at ${path}. ${hint}`, {
      cause,
      details: { path },
    });
  }
}
