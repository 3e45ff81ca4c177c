import type { ConversationId, WorkspaceId } from "../../domain/id.ts";
import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { eachLiaison } from "./list-liaisons.ts";

const RETRY_MS = 15_000;
/** What changes together is brought together. */
const SOON_MS = 200;

export interface MirrorOptions {
  readonly to: GraphStore;
  /** Hears where the other database could not be written; it is tried again. */
  readonly onFault: (error: unknown) => void;
}

interface Changed {
  readonly workspace: WorkspaceId;
  readonly id: ConversationId;
}

/**
 * Keeps another graph database as the store has the graph: all of it at a start, and each conversation as
 * it changes, on one node at a time. What cannot be brought now is brought later. The returned
 * function ends it.
 */
export function startGraphMirror(
  ctx: Context,
  { to, onFault }: MirrorOptions,
): () => Promise<void> {
  const changed = new Map<string, Changed>();
  let isStopped = false;
  /** Whether it is not known yet what there is. */
  let isAllOwed = false;
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();
  const job = startLeasedJob(ctx, {
    name: "graph",
    onTaken() {
      isAllOwed = true;
      bringIn(0);
    },
  });

  /** At the latest: what changes all the time must not put it off. */
  function bringIn(ms: number): void {
    const at = ctx.clock.now() + ms;
    if (isStopped || at >= wakesAt) return;
    cancelTimer();
    wakesAt = at;
    cancelTimer = ctx.clock.after(ms, () => {
      wakesAt = Number.POSITIVE_INFINITY;
      running = running.then(bring);
    });
  }

  async function noteAll(): Promise<void> {
    for (const workspace of await ctx.store.listWorkspaces()) {
      for await (const { id } of eachLiaison(ctx, workspace)) note({ workspace, id });
    }
  }

  function note(one: Changed): void {
    changed.set(`${one.workspace} ${one.id}`, one);
  }

  async function bring(): Promise<void> {
    // Another node does it; should this one take over, it looks at all there is.
    if (job.guard() === undefined) changed.clear();
    if (isStopped || job.guard() === undefined) return;
    try {
      if (isAllOwed) await noteAll();
      isAllOwed = false;
      await bringAll();
    } catch (error) {
      onFault(error);
      bringIn(RETRY_MS);
    }
  }

  async function bringAll(): Promise<void> {
    for (const [name, one] of changed) {
      if (isStopped) return;
      await bringOne(ctx, to, one);
      // What changed again meanwhile is brought again.
      if (changed.get(name) === one) changed.delete(name);
    }
  }

  ctx.onWrite("graph_mirror", ({ liaison: { id } }, workspace) => {
    note({ workspace, id });
    bringIn(SOON_MS);
  });
  ctx.following.onEvent(({ type, workspace, subject }) => {
    if (!(type.startsWith("liaison.") || type.startsWith("task."))) return;
    note({ workspace, id: subject as ConversationId });
    bringIn(SOON_MS);
  });
  return async () => {
    isStopped = true;
    cancelTimer();
    await job.stop();
    await running;
    await to.close();
  };
}

async function bringOne(ctx: Context, to: GraphStore, { workspace, id }: Changed): Promise<void> {
  const graph = await ctx.graph.whole(workspace, id);
  if (graph.nodes.length === 0) await to.remove(workspace, id);
  else await to.put(workspace, graph);
}
