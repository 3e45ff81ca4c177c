import { isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type PolicyWarning, policyWarnings } from "../../domain/policy/check-open.ts";
import type { CompiledPolicy } from "../../domain/policy/decide.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { isServed } from "./known-people.ts";

/**
 * The warnings about a policy: from the running server, which knows what agents seek, otherwise
 * without that.
 */
export async function knownWarnings(
  context: RunContext,
  { source, compiled }: { readonly source: JsonObject; readonly compiled: CompiledPolicy },
): Promise<readonly PolicyWarning[]> {
  if (!isServed(context)) return policyWarnings(compiled);
  try {
    return (await context.connectAs("operator").dryRunPolicy({ source })).warnings;
  } catch (error) {
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    return policyWarnings(compiled);
  }
}
