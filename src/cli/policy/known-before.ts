import { existsSync } from "node:fs";
import { isEarshotError } from "../../domain/errors.ts";
import type { ChangedTest } from "../../domain/policy/changed-tests.ts";
import { type PolicyWarning, policyWarnings } from "../../domain/policy/checks/check-open.ts";
import {
  type PinnedTool,
  pinnedTools,
  refuseMistyped,
} from "../../domain/policy/typed/check-typed.ts";
import { dataPaths } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { isServed } from "./known-people.ts";
import type { LoadedPolicy } from "./read-policy-file.ts";

/** What a person sees before they put a policy in force. */
interface KnownBefore {
  readonly warnings: readonly PolicyWarning[];
  /** Tests that change in one step with their rules; none where no server tells. */
  readonly tests: readonly ChangedTest[];
}

/**
 * The warnings about a policy: from the running server, which knows what agents seek and what their tools
 * take, otherwise from what the folder has of these tools. Throws INVALID_INPUT for what a server would not
 * put in force.
 */
export async function knownBefore(
  context: RunContext,
  { source, compiled, located }: Omit<LoadedPolicy, "policy">,
): Promise<KnownBefore> {
  if (!isServed(context)) {
    const pinned = await recordedTools(context.options.data);
    try {
      refuseMistyped(compiled, pinned);
    } catch (error) {
      throw located(error);
    }
    return { warnings: policyWarnings(compiled, { tools: [], agents: [], pinned }), tests: [] };
  }
  try {
    const { warnings, tests } = await context.connectAs("operator").dryRunPolicy({ source });
    return { warnings, tests };
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) throw located(error);
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    return { warnings: policyWarnings(compiled), tests: [] };
  }
}

/** The tools that agents of this folder have; none where its record cannot be read, as one of an earlier version. */
async function recordedTools(data: string): Promise<readonly PinnedTool[]> {
  const { database } = dataPaths(data);
  if (!existsSync(database)) return [];
  // Loaded only by commands that read a policy.
  const { openQueries } = await import("../../store/read-only-store.ts");
  try {
    const { queries, close } = await openQueries({ path: database });
    try {
      const tools = (await queries.listWorkspaces()).map(async (workspace) =>
        pinnedTools(
          await queries.listToolPins(workspace),
          await queries.listPrincipals(workspace, "agent"),
        ),
      );
      return (await Promise.all(tools)).flat();
    } finally {
      await close();
    }
  } catch {
    return [];
  }
}
