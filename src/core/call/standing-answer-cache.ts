import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Store } from "../../ports/store/store.ts";
import { createReadThroughCache, type Invalidations } from "./read-through-cache.ts";

/**
 * Permissions that answer questions and rejections that stand: every question and every action asks for
 * them. With other nodes over the store they are read each time: nothing may be answered by a permission
 * that was revoked there a moment ago.
 */
export interface StandingAnswers {
  of(workspace: WorkspaceId, agent: PrincipalId): Promise<readonly Permission[]>;
}

export function createStandingAnswers(
  store: Pick<Store, "listPermissions">,
  {
    invalidations: by,
    isShared,
  }: { readonly invalidations: Invalidations; readonly isShared: boolean },
): StandingAnswers {
  const answers = createReadThroughCache<readonly Permission[]>({
    invalidated: { by, as: "standing_answers" },
  });

  async function read(workspace: WorkspaceId, agent: PrincipalId): Promise<readonly Permission[]> {
    const all = await store.listPermissions(workspace, agent);
    return all.filter(({ scope }) => scope === "answer" || scope === "reject");
  }

  return {
    of: (workspace, agent) =>
      isShared
        ? read(workspace, agent)
        : answers.get(`${workspace} ${agent}`, () => read(workspace, agent)),
  };
}
