import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { CommitListener, Store, Write } from "../../ports/store/store.ts";

/** Beyond it all are forgotten and read again. */
const KEPT = 10_000;
const CHANGING: readonly Write["type"][] = [
  "permission.insert",
  "permission.use",
  "permission.revoke",
];

/**
 * Permissions that answer questions and rejections that stand, which every question and every action
 * asks for. Where others write to the store they are read each time: what was taken back on another
 * node must not answer here, and what was rejected there must not pass.
 */
export interface StandingAnswers {
  of(workspace: WorkspaceId, agent: PrincipalId): Promise<readonly Permission[]>;
  readonly committed: CommitListener;
}

export function createStandingAnswers(
  store: Pick<Store, "listPermissions">,
  isShared: boolean,
): StandingAnswers {
  const kept = new Map<string, readonly Permission[]>();
  let changes = 0;
  return {
    async of(workspace, agent) {
      const key = `${workspace} ${agent}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const seen = changes;
      const all = await store.listPermissions(workspace, agent);
      const standing = all.filter(({ scope }) => scope === "answer" || scope === "reject");
      if (isShared || seen !== changes) return standing;
      if (kept.size >= KEPT) kept.clear();
      kept.set(key, standing);
      return standing;
    },
    committed({ writes }) {
      if (!writes.some(({ type }) => CHANGING.includes(type))) return;
      changes += 1;
      kept.clear();
    },
  };
}
