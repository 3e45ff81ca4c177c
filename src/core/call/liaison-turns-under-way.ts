import type { ConversationId, WorkspaceId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";

/**
 * The turns being made in this process. A second caller that wants the same turn waits for the
 * first.
 */
export interface Talks {
  join(
    of: { readonly workspace: WorkspaceId; readonly id: ConversationId },
    take: () => Promise<Liaison>,
  ): Promise<Liaison>;
  /** Resolves when no turn is under way. */
  idle(): Promise<void>;
}

export function createTalks(): Talks {
  const underWay = new Map<string, Promise<Liaison>>();
  return {
    join({ workspace, id }, take) {
      const name = `${workspace} ${id}`;
      const known = underWay.get(name);
      if (known !== undefined) return known;
      const taking = take().finally(() => underWay.delete(name));
      underWay.set(name, taking);
      return taking;
    },
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
  };
}
