import type { WorkspaceId } from "../../domain/id.ts";
import type { Turns } from "../../ports/store/others.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Following } from "../waking/follow-nodes.ts";

const turns = new WeakMap<Store, Turns>();

/** Turns within this process, enough if nobody else writes to the store. */
export function localTurns(store: Store): Turns {
  const known = turns.get(store) ?? createTurns();
  turns.set(store, known);
  return known;
}

function createTurns(): Turns {
  const byName = new Map<string, Promise<unknown>>();
  return {
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = byName.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      byName.set(name, mine);
      try {
        return await mine;
      } finally {
        if (byName.get(name) === mine) byName.delete(name);
      }
    },
  };
}

/**
 * Runs tasks of one name one after another on all nodes of the store, whether they succeed or fail.
 * A turn sees everything that any node committed before it began: the workspace's caches are
 * brought up to date first.
 */
export function inTurn<T>(
  ctx: { readonly turns: Turns; readonly following: Pick<Following, "catchUp"> },
  { workspace, name }: { readonly workspace: WorkspaceId; readonly name: string },
  work: () => Promise<T>,
): Promise<T> {
  return ctx.turns.run(name, async () => {
    await ctx.following.catchUp(workspace);
    return await work();
  });
}
