import type { WorkspaceId } from "../../domain/id.ts";
import { type CompiledPolicy, compilePolicy } from "../../domain/policy/decide.ts";
import { readStoredPolicy } from "../../domain/policy/stored-policy.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { CommitListener, Store, StoredPolicy } from "../../ports/store/store.ts";
import type { Digest } from "../../ports/system/digest.ts";
import type { Following } from "../waking/follow-nodes.ts";

/** A policy that is in force, ready to be asked. */
export interface ActivePolicy {
  readonly revision: string;
  readonly compiled: CompiledPolicy;
  /** Absent where none was ever applied: then people are asked of everything. */
  readonly stored?: StoredPolicy;
  readonly since: Timestamp;
}

/** The policies in force, kept ready since every authorization asks them. */
export interface Policies {
  /** Throws DIGEST_MISMATCH where what is stored is not what was put in force. */
  of(workspace: WorkspaceId): Promise<ActivePolicy>;
  /** Forgets what was in force before a commit. */
  readonly committed: CommitListener;
}

const NO_RULES = { version: 1, rules: [] } as const;
const EPOCH: Timestamp = "1970-01-01T00:00:00.000Z";

export function createPolicies({
  store,
  digest,
  following,
  isShared = false,
}: {
  store: Pick<Store, "currentPolicy">;
  digest: Digest;
  following: Pick<Following, "isSure" | "onEvent" | "onDoubt">;
  /** Whether other nodes put policies in force too. */
  isShared?: boolean;
}): Policies {
  const active = new Map<WorkspaceId, Promise<ActivePolicy>>();

  async function load(workspace: WorkspaceId): Promise<ActivePolicy> {
    const stored = await store.currentPolicy(workspace);
    if (stored !== undefined) return activate(stored);
    return { revision: digest.json(NO_RULES), compiled: compilePolicy(NO_RULES), since: EPOCH };
  }

  function activate(stored: StoredPolicy): ActivePolicy {
    const compiled = compilePolicy(readStoredPolicy(stored, digest.json));
    return { revision: stored.revision, compiled, stored, since: stored.at };
  }

  following.onEvent(({ type, workspace }) => {
    if (type === "policy.changed") active.delete(workspace);
  });
  following.onDoubt(() => active.clear());

  return {
    of(workspace) {
      if (!following.isSure()) return load(workspace);
      const known = active.get(workspace);
      if (known !== undefined) return known;
      const loaded = load(workspace);
      active.set(workspace, loaded);
      // A store that was away for a moment must not be remembered as the answer.
      loaded.catch(() => active.delete(workspace));
      return loaded;
    },
    committed(change, result) {
      if (result.outcome !== "committed") return;
      for (const write of change.writes) {
        if (write.type !== "policy.put") continue;
        // What another node put in force since may have been heard of first: it is read again.
        if (isShared) active.delete(change.workspace);
        else active.set(change.workspace, Promise.resolve(activate(write.policy)));
      }
    },
  };
}
