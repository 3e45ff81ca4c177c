import { DEFAULT_WORKSPACE, type DeploymentId } from "../id.ts";
import type { LoggedEvent } from "./chain.ts";
import { toHex } from "./chain-check.ts";

/*
 * A deployment is named by the beginning of its first log, which every backup, restore and move takes
 * along, and which nobody can change unseen. The second event tells of the first owner, whose id is
 * random: the first alone would be the same in two deployments that were made in one millisecond.
 */
export const NAMING_EVENT = { workspace: DEFAULT_WORKSPACE, seq: 2 } as const;
const NAME_BYTES = 16;

/** Undefined for a log that has not come so far. */
export function deploymentOf(event: LoggedEvent | undefined): DeploymentId | undefined {
  if (event === undefined || event.event.seq !== NAMING_EVENT.seq) return undefined;
  return `dep_${toHex(event.hash.subarray(0, NAME_BYTES))}`;
}
