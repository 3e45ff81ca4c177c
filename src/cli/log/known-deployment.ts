import { existsSync, readFileSync } from "node:fs";
import { readDeployment } from "../../store/log/sqlite-deployment.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { createProof } from "../../system/signer.ts";
import { readPublicKeys } from "./public-keys.ts";
import type { AnchorSigner } from "./read-anchor.ts";

/**
 * Whose grants and checkpoints are to be proved: the deployment that the JWK Set names, else the one of
 * the data folder. Undefined where neither says it, as in a set that an earlier version has printed.
 */
export function knownDeployment(folder: string, keys: string | undefined): string | undefined {
  if (keys !== undefined) {
    const { deployment } = JSON.parse(readFileSync(keys, "utf8")) as { deployment?: unknown };
    return typeof deployment === "string" ? deployment : undefined;
  }
  const { database } = dataPaths(folder);
  const isHere = existsSync(database) && readStoreMark(folder) === undefined;
  return isHere ? readDeployment(database) : undefined;
}

/** By the JWK Set in the file, else by the data folder. */
export function anchorSigner(folder: string, keys?: string): AnchorSigner {
  const prove = createProof(readPublicKeys(folder, keys));
  return { prove, deployment: knownDeployment(folder, keys) };
}
