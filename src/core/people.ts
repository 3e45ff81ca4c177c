import type { PrincipalId, WorkspaceId } from "../domain/id.ts";
import type { Principal } from "../domain/principal.ts";
import type { KeyOwner, Store } from "../ports/store.ts";
import type { CommitListener } from "./group-commit.ts";

/** Beyond it all are forgotten and read again. */
const KEPT = 10_000;

/**
 * Principals and keys, kept ready since every decision and redemption asks for them. A redemption
 * looks at the keys behind its approval once more in the commit itself, so that nothing runs on what
 * is kept here.
 */
export interface People {
  keys(workspace: WorkspaceId): Promise<readonly KeyOwner[]>;
  find(workspace: WorkspaceId, id: PrincipalId): Promise<Principal | undefined>;
  /** Forgets the keys of a workspace in which one was made or revoked. */
  readonly committed: CommitListener;
}

export function createPeople(store: Pick<Store, "listKeys" | "findPrincipal">): People {
  const keys = new Map<WorkspaceId, Promise<readonly KeyOwner[]>>();
  const principals = new Map<string, Principal>();

  return {
    keys(workspace) {
      const known = keys.get(workspace);
      if (known !== undefined) return known;
      const read = store.listKeys(workspace);
      keys.set(workspace, read);
      // A store that was away for a moment must not be remembered as the answer.
      read.catch(() => keys.delete(workspace));
      return read;
    },
    async find(workspace, id) {
      // A principal never changes.
      const known = principals.get(`${workspace} ${id}`);
      if (known !== undefined) return known;
      const found = await store.findPrincipal(workspace, id);
      if (principals.size >= KEPT) principals.clear();
      if (found !== undefined) principals.set(`${workspace} ${id}`, found);
      return found;
    },
    committed(change, result) {
      if (result.outcome !== "committed") return;
      const isOfKeys = change.writes.some(
        ({ type }) => type === "key.insert" || type === "key.revoke",
      );
      if (isOfKeys) keys.delete(change.workspace);
    },
  };
}
