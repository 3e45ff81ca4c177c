import type { KeyId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

/** The last use of a key is told to the hour: more would be a write for every call. */
const NOTED_EVERY_MS = HOUR_MS;
/** Uses are written together, behind the calls. */
const WRITTEN_AFTER_MS = MINUTE_MS;

export interface KeyUses {
  /** Adds to a map and returns; nothing waits for it. */
  note(caller: Caller): void;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

/** Notes when each key is used. A use that the store does not take is noted at the next one. */
export function startKeyUses(ctx: Context): KeyUses {
  const noted = new Map<KeyId, number>();
  const unwritten = new Map<KeyId, WorkspaceId>();
  let cancelTimer: (() => void) | undefined;

  async function write(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    const used = [...unwritten];
    unwritten.clear();
    for (const workspace of new Set(used.map(([, of]) => of))) {
      await writeOf(
        workspace,
        used.filter(([, of]) => of === workspace).map(([id]) => id),
      );
    }
  }

  async function writeOf(workspace: WorkspaceId, ids: readonly KeyId[]): Promise<void> {
    const writes = ids.map((id): Write => {
      return { type: "key.use", id, at: toTimestamp(noted.get(id) ?? 0) };
    });
    try {
      await ctx.commit({ workspace, writes, events: [] });
    } catch {
      for (const id of ids) noted.delete(id);
    }
  }

  return {
    note({ key, principal }) {
      if (key === undefined) return;
      const now = ctx.clock.now();
      const last = noted.get(key);
      if (last !== undefined && now - last < NOTED_EVERY_MS) return;
      noted.set(key, now);
      unwritten.set(key, principal.workspace);
      cancelTimer ??= ctx.clock.after(WRITTEN_AFTER_MS, () => void write());
    },
    stop: write,
  };
}
