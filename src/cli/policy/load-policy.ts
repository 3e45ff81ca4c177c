import type { JsonObject } from "../../domain/json.ts";
import type { Policy } from "../../domain/policy/policy.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { readPolicyFile } from "./read-policy-file.ts";

/** A policy from its file, as it was written and as it is meant. */
export async function loadPolicy(
  path: string,
): Promise<{ readonly source: JsonObject; readonly policy: Policy }> {
  const source = await readPolicyFile(path);
  return { source, policy: readPolicy(source) };
}
