import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readEnvironment } from "../../compose/config.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { homeFolder } from "../../system/find-folder.ts";

export const POLICY_FILE = "earshot.yaml";

/**
 * The policy file beside the data folder, whether or not it exists. A home server serves all projects,
 * and nobody writes beside its folder: its file is that of the working folder.
 */
export function policyPlace(data: string): string {
  const { root } = dataPaths(data);
  const isHome = root === homeFolder(readEnvironment());
  return isHome ? resolve(POLICY_FILE) : join(dirname(root), POLICY_FILE);
}

/** The same, if the file exists. */
export function findPolicyFile(data: string): string | undefined {
  const file = policyPlace(data);
  return existsSync(file) ? file : undefined;
}
