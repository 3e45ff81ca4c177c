import { isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type PolicyWarning, policyWarnings } from "../../domain/policy/check-open.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { isServed } from "./known-people.ts";

/**
 * The warnings about a policy: from the running server, which knows what agents seek, otherwise
 * without that.
 */
export async function knownWarnings(
  context: RunContext,
  source: JsonObject,
): Promise<readonly PolicyWarning[]> {
  if (!isServed(context)) return policyWarnings(readPolicy(source));
  try {
    return (await context.connectAs("operator").dryRunPolicy({ source })).warnings;
  } catch (error) {
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    return policyWarnings(readPolicy(source));
  }
}
