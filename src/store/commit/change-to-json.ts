import type { WorkspaceId } from "../../domain/id.ts";
import { type EventDraft, eventBody, inOrder } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import { encodeText } from "../postgres/text-codec.ts";
import { onceNames, type Prepared, sharedSteps, stepOf } from "./postgres-steps.ts";
import { type KindEntry, toEntry, WRITES } from "./writes.ts";

export interface Batch {
  readonly id: string;
  /** The name of the node; its notice carries it. */
  readonly node: string;
  /** The timeline in which the node has compared what it remembers; approvals are used in no other. */
  readonly timeline: string;
  readonly changes: readonly Change[];
  /** Whether each change can be undone alone, which costs more. */
  readonly isCareful: boolean;
}

/** A batch as `earshot_commit_2` takes it. */
export function batchToJson({ id, node, timeline, changes, isCareful }: Batch): string {
  const prepared = changes.map((change, c): Prepared => {
    const entries = change.writes.map((write) => toEntry(change.workspace, write));
    return { c, change, entries };
  });
  const steps = isCareful ? prepared.map(stepOf) : sharedSteps(prepared);
  const locks = locksOf(prepared, steps.length === 1);
  return toText({
    id,
    node,
    timeline,
    steps,
    logs: logsOf(changes),
    ...present({
      locks: locks.length === 0 ? undefined : locks,
      careful: isCareful ? true : undefined,
    }),
  });
}

type Lock = readonly [place: string, isShared: boolean];

/** `isOneStep`: one statement does all rows of a kind. */
function locksOf(prepared: readonly Prepared[], isOneStep: boolean): readonly Lock[] {
  const isNew = ({ kind }: KindEntry) => WRITES[kind].unlocked === "new";
  const isLocked = (entry: KindEntry) =>
    !isNew(entry) && !(isOneStep && WRITES[entry.kind].unlocked === "in_order");
  const entries = prepared.flatMap((one) => one.entries);
  const ground = entries.flatMap((entry) => entry.ground ?? []);
  const made = new Set(entries.filter(isNew).flatMap(({ places = [] }) => places));
  const within = entries.flatMap((entry) => entry.within ?? []).filter((of) => !made.has(of));
  const places = entries.filter(isLocked).flatMap(({ places = [] }) => places);
  const keys = isOneStep ? [] : prepared.flatMap(onceNames);
  // A place that is in both lists gets the exclusive lock.
  return [
    ...new Map([
      ...[...ground, ...within].map((place): Lock => [place, true]),
      ...[...places, ...keys].map((place): Lock => [place, false]),
    ]),
  ];
}

interface Log {
  readonly workspace: WorkspaceId;
  /** The body of each event up to its sequence number. */
  readonly before: string;
  readonly events: object[];
}

/** In the order of workspaces, in which all nodes lock the heads. */
function logsOf(changes: readonly Change[]): readonly Log[] {
  const logs = new Map<WorkspaceId, Log>();
  for (const [c, { workspace, events }] of changes.entries()) {
    if (events.length === 0) continue;
    const known = logs.get(workspace);
    const log = known ?? { workspace, before: bodyBefore(workspace), events: [] };
    if (known === undefined) logs.set(workspace, log);
    for (const draft of events) log.events.push(eventRow(c, draft, log));
  }
  return [...logs.values()].sort((a, b) => (a.workspace < b.workspace ? -1 : 1));
}

function bodyBefore(workspace: WorkspaceId): string {
  return `{"v":1,"workspace":${JSON.stringify(workspace)},"seq":`;
}

function eventRow(c: number, draft: EventDraft, { workspace, before }: Log): object {
  const { type, at, actor, subject, agent, data } = draft;
  const body = eventBody({ ...draft, workspace, seq: 0 });
  if (!body.startsWith(`${before}0,`)) {
    throw new Error("The body of an event does not begin as the commit function needs it.");
  }
  return {
    c,
    type,
    at: toMs(at),
    actor,
    subject,
    agent,
    data: data === undefined ? undefined : JSON.stringify(inOrder(data)),
    after: body.slice(before.length + 1),
  };
}

/** Finds everything that `encodeText` changes, as JSON writes it, and sometimes more. */
const ENCODED = /\\u(?:0000|0001json:|d[89a-f])/;

/** As JSON whose texts PostgreSQL can hold. */
function toText(batch: object): string {
  const text = JSON.stringify(batch);
  if (!ENCODED.test(text)) return text;
  return JSON.stringify(batch, (_, value) =>
    typeof value === "string" ? encodeText(value) : value,
  );
}
