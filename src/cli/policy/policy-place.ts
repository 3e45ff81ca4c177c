import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { dataPaths } from "../../system/data-folder.ts";

export const POLICY_FILE = "earshot.yaml";

/** The policy file beside the data folder, whether or not it exists. */
export function policyPlace(data: string): string {
  return join(dirname(dataPaths(data).root), POLICY_FILE);
}

/** The same, if the file exists. */
export function findPolicyFile(data: string): string | undefined {
  const file = policyPlace(data);
  return existsSync(file) ? file : undefined;
}
