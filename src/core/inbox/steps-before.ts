import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";

/** At most this many are returned. */
const MAX_STEPS = 10;
/** How many events are searched; a log without any would otherwise be read to its beginning. */
const MAX_BACK = 2_000;
const PAGE = 250;

interface StepsOf {
  /** Nothing that is older belongs to it. */
  readonly since: Timestamp;
  readonly agent: PrincipalId;
  /** Absent for anything the agent did, in any run. */
  readonly run?: string;
}

/** The tool calls of an agent, or of one of its runs, just before an event, oldest first. */
export async function stepsBefore(
  { store }: { readonly store: Pick<Store, "readEvents"> },
  { workspace, seq, ...of }: { readonly workspace: WorkspaceId; readonly seq: number } & StepsOf,
): Promise<readonly Event[]> {
  const least = Math.max(seq - MAX_BACK, 1);
  let found: readonly Event[] = [];
  for (let before = seq; before > least && found.length < MAX_STEPS; ) {
    const after = Math.max(before - PAGE, least) - 1;
    const limit = before - 1 - after;
    const events = await store.readEvents({ workspace, after, limit });
    found = [...events.filter((event) => isStepOf(event, of)), ...found];
    before = events.some(({ at }) => at < of.since) ? least : after + 1;
  }
  return found.slice(-MAX_STEPS);
}

function isStepOf({ type, actor, at, data }: Event, { agent, run, since }: StepsOf): boolean {
  if (at < since || actor !== agent || (run !== undefined && data?.run !== run)) return false;
  return type === "tool.succeeded" || type === "tool.failed";
}
