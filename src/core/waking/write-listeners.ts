import type { WorkspaceId } from "../../domain/id.ts";
import type { CommitListener } from "../../ports/store/store.ts";
import { type Job, WRITE_EFFECTS, type WriteWaking } from "../../ports/store/write-effects.ts";

/**
 * Adds a listener for the writes that wake a job, by the table of effects, once they are on disk; it must
 * not throw.
 */
export type OnWrite = <Wakes extends Job>(
  job: Wakes,
  listener: (write: WriteWaking<Wakes>, workspace: WorkspaceId) => void,
) => void;

export interface WriteListeners {
  readonly onWrite: OnWrite;
  readonly committed: CommitListener;
}

export function createWriteListeners(): WriteListeners {
  const listeners = new Map<Job, ((write: never, workspace: WorkspaceId) => void)[]>();
  return {
    onWrite: (job, listener) => void listeners.set(job, [...(listeners.get(job) ?? []), listener]),
    committed({ workspace, writes }, { outcome }) {
      if (outcome !== "committed") return;
      for (const write of writes) {
        for (const job of WRITE_EFFECTS[write.type].wakes) {
          for (const listen of listeners.get(job) ?? []) listen(write as never, workspace);
        }
      }
    },
  };
}
