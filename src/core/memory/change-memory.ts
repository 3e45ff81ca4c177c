import type { EventDraft, EventType } from "../../domain/log/event.ts";
import {
  checkQuota,
  type MemoryId,
  type MemoryRecord,
  type MemoryRef,
  PEOPLE,
} from "../../domain/memory/memory.ts";
import { present } from "../../domain/present.ts";
import type { Surface } from "../../domain/surface.ts";
import type { MemoryState, Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";

/** What a new version holds; without a value it is a deletion. */
export interface MemoryContent {
  readonly value?: string;
  readonly bytes: number;
  readonly restoredFrom?: number;
}

export interface MemoryChange {
  readonly ref: MemoryRef;
  readonly type: Extract<EventType, `memory.${string}`>;
  /** The next content; throws to refuse. */
  readonly content: (newest: MemoryState["newest"]) => MemoryContent | Promise<MemoryContent>;
}

/** The part of a version that a repeated call cannot know from its input. */
export type Stamp = Pick<MemoryRecord, "version" | "writtenAt" | "writtenBy">;

/**
 * Writes the version after the newest one if nobody was faster, and starts over after a lost race.
 * A repeated call gets the stamp of the first one's version.
 */
export async function changeMemory(
  ctx: Context,
  call: CallIdentity,
  change: MemoryChange,
): Promise<Stamp> {
  return await commitCall(ctx, call, {
    thing: `Entry ${change.ref.key}`,
    async plan() {
      const state = await ctx.store.memoryState(change.ref);
      const { newest } = state;
      const content = await change.content(newest);
      const record = nextVersion(ctx, call, { ref: change.ref, newest, content });
      return {
        done: () => record,
        result: toResult(record),
        change: {
          workspace: record.workspace,
          writes: [{ type: "memory.put", record }, ...countOf(state, record)],
          events: [eventOf(ctx, record, change.type)],
        },
      };
    },
    replay: (result) => stampOf(call, result),
  });
}

function nextVersion(
  ctx: Context,
  { caller, options }: CallIdentity,
  next: { ref: MemoryRef; newest: MemoryState["newest"]; content: MemoryContent },
): MemoryRecord {
  const { newest, ref, content } = next;
  return {
    ...ref,
    ...content,
    id: newest?.id ?? newId(ctx),
    version: (newest?.version ?? 0) + 1,
    salt: ctx.ids.salt(),
    writtenAt: nowOf(ctx),
    writtenBy: actorOf(caller, options?.via),
  };
}

/**
 * Sorts by time like all ids; random ones would spread writes over the log's whole subject index.
 */
function newId(ctx: Context): MemoryId {
  return `mem:${ctx.ids.next("msg").slice("msg_".length)}`;
}

/** The change in the place's size. Throws QUOTA_EXCEEDED. */
function countOf({ newest, used }: MemoryState, record: MemoryRecord): readonly Write[] {
  const before = newest === undefined || newest.isDeleted ? 0 : 1;
  const after = record.value === undefined ? 0 : 1;
  const added = { keys: after - before, bytes: record.bytes - (newest?.bytes ?? 0) };
  if (added.keys === 0 && added.bytes === 0) return [];
  checkQuota(used, added);
  const { workspace, agent, run } = record;
  return [{ type: "memory.count", place: { workspace, agent, run }, added }];
}

function eventOf(ctx: Context, record: MemoryRecord, type: MemoryChange["type"]): EventDraft {
  const { id, agent, salt, value, version, writtenAt, writtenBy, restoredFrom } = record;
  return {
    type,
    at: writtenAt,
    actor: writtenBy.principal,
    subject: id,
    ...present({ agent: agent === PEOPLE ? undefined : agent }),
    data: {
      ...present({ digest: value === undefined ? undefined : ctx.digest.content(salt, value) }),
      via: writtenBy.via,
      version,
      ...present({ from: restoredFrom }),
    },
  };
}

function toResult({ version, writtenAt, writtenBy }: Stamp): string {
  return `${version} ${writtenAt} ${writtenBy.via}`;
}

function stampOf({ caller }: CallIdentity, result: string): Stamp {
  const [version, writtenAt = "", via] = result.split(" ");
  return { version: Number(version), writtenAt, writtenBy: actorOf(caller, via as Surface) };
}
