import { EarshotError } from "../../domain/errors.ts";
import { OWN_AGENTS } from "../../domain/people/own-agents.ts";
import type { OpenRequest } from "../../domain/requests/request.ts";
import type { Change, CommitResult, Store } from "../../ports/store/store.ts";
import type { Commit } from "./group-commit.ts";
import { hasRoom } from "./has-room.ts";

interface Bound {
  readonly store: Pick<Store, "countOpen" | "findOnce">;
  /** The limit for one agent. */
  readonly maxOpen: number;
}

/**
 * Keeps one agent from asking more than people could ever read. Everything an agent asks, through
 * any door, ends in a commit, so the bound stands here. A repeated call opens nothing and passes.
 * Throws QUEUE_FULL.
 */
export function boundOpen(commit: Commit, { store, maxOpen }: Bound): Commit {
  const owner = {};
  return (change) => {
    const opened = openedBy(change);
    return opened === undefined ? commit(change) : commitOpened(change, opened);
  };

  async function commitOpened(change: Change, opened: OpenRequest): Promise<CommitResult> {
    const { workspace, agent } = opened;
    const count = () => store.countOpen(workspace, agent);
    const room = { key: `${workspace} ${agent}`, limit: maxOpen, count };
    if (!(await hasRoom(owner, room)) && !(await isRepeated(change))) throw full(opened, maxOpen);
    return await commit(change);
  }

  async function isRepeated({ workspace, once }: Change): Promise<boolean> {
    return once !== undefined && (await store.findOnce({ workspace, ...once })) !== undefined;
  }
}

/**
 * The server's own requests are not counted. Notices must never keep an owner from acting, nor the
 * tasks of some people keep the liaison from others.
 */
function openedBy({ writes }: Change): OpenRequest | undefined {
  for (const write of writes) {
    if (write.type !== "request.insert" || write.request.status !== "open") continue;
    if (!OWN_AGENTS.includes(write.request.agentName)) return write.request;
  }
  return undefined;
}

function full({ agentName }: OpenRequest, maxOpen: number): EarshotError {
  return new EarshotError(
    "QUEUE_FULL",
    `${maxOpen} requests of ${agentName} are already open, and nobody can look at more. Wait for them, or take back those no longer needed; an operator allows more with --max-open.`,
    { details: { open: maxOpen } },
  );
}
