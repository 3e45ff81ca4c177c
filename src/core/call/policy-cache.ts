import type { WorkspaceId } from "../../domain/id.ts";
import { readyPolicy } from "../../domain/policy/checks/ready-policy.ts";
import { type CompiledPolicy, compilePolicy } from "../../domain/policy/decide.ts";
import type { Expressions } from "../../domain/policy/expressions/expression.ts";
import { readStoredPolicy } from "../../domain/policy/stored-policy.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Store, StoredPolicy } from "../../ports/store/store.ts";
import type { Digest } from "../../ports/system/digest.ts";
import { createReadThroughCache, type Invalidations } from "./read-through-cache.ts";

/** The policy in force, compiled. */
export interface ActivePolicy {
  readonly revision: string;
  readonly compiled: CompiledPolicy;
  /** Absent if none was ever applied: then people are asked about everything. */
  readonly stored?: StoredPolicy;
  readonly since: Timestamp;
}

/** The policy in force of each workspace: every authorization asks for it. */
export interface Policies {
  /** Throws DIGEST_MISMATCH when what is stored is not what was put in force. */
  of(workspace: WorkspaceId): Promise<ActivePolicy>;
}

/** What holds where no policy was ever applied. */
export const NO_RULES = { version: 1, rules: [] } as const;
const EPOCH: Timestamp = "1970-01-01T00:00:00.000Z";

export function createPolicies(
  ports: {
    readonly store: Pick<Store, "currentPolicy">;
    readonly digest: Digest;
    readonly expressions: () => Promise<Expressions>;
  },
  by: Pick<Invalidations, "isSure" | "add">,
): Policies {
  const { store, digest } = ports;
  const policies = createReadThroughCache<ActivePolicy>({
    invalidated: { by, as: "policy", isByWorkspace: true },
  });

  async function read(workspace: WorkspaceId): Promise<ActivePolicy> {
    const stored = await store.currentPolicy(workspace);
    if (stored === undefined) {
      return { revision: digest.json(NO_RULES), compiled: compilePolicy(NO_RULES), since: EPOCH };
    }
    const policy = readStoredPolicy(stored, digest.json);
    return {
      revision: stored.revision,
      compiled: await readyPolicy(policy, ports.expressions),
      stored,
      since: stored.at,
    };
  }

  return { of: (workspace) => policies.get(workspace, () => read(workspace)) };
}
