import type { ConversationId, WorkspaceId } from "../../domain/id.ts";
import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { eachLiaison } from "./list-liaisons.ts";

const RETRY_MS = 15_000;
/** Changes within this time are written together. */
const SOON_MS = 200;

export interface MirrorOptions {
  readonly to: GraphStore;
  /** Hears when the other database could not be written; it is tried again. */
  readonly onFault: (error: unknown) => void;
}

interface Changed {
  readonly workspace: WorkspaceId;
  readonly id: ConversationId;
}

/**
 * Keeps another graph database equal to the store's graph, on one node at a time. It writes
 * everything at the start, and each conversation as it changes. What fails is written later. The
 * returned function stops it.
 */
export function startGraphMirror(
  ctx: Context,
  { to, onFault }: MirrorOptions,
): () => Promise<void> {
  const changed = new Map<string, Changed>();
  let isStopped = false;
  /** Whether the whole graph still has to be written. */
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

  /** At the latest then; constant changes must not put it off. */
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
    // Another node has the job. If this one takes over, it looks at everything.
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
      // What changed again meanwhile is written again.
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
