import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Change, CommitResult, Store } from "../../ports/store/store.ts";
import type { WriteStaling } from "../../ports/store/write-effects.ts";
import { committedWrites } from "../schema/committed-writes.ts";
import type { Database } from "../sqlite/database.ts";
import { likenessToColumn } from "./shared-question-sql.ts";

const OPEN = `select workspace, id, likeness from requests indexed by requests_inbox
  where status = 'open' and likeness is not null`;
const RIDES = "select 1 from riders where workspace = ? and request = ?";

/**
 * Which open questions are alike. This process alone writes the file, so it knows them by heart: an
 * index would cost a page for each question and another one for each answer. Read with the first question
 * after a start, from an index without their rows.
 */
export interface OpenLikes extends Pick<Store, "openLike"> {
  /** Takes up what a batch has put on disk. */
  committed(changes: readonly Change[], results: readonly CommitResult[]): void;
}

export function createOpenLikes(db: Database): OpenLikes {
  const alike = new Map<string, Set<RequestId>>();
  const places = new Map<RequestId, string>();
  let isRead = false;

  const placeOf = (workspace: WorkspaceId, likeness: string) => `${workspace} ${likeness}`;

  function add(id: RequestId, place: string): void {
    places.set(id, place);
    const ids = alike.get(place);
    if (ids === undefined) alike.set(place, new Set([id]));
    else ids.add(id);
  }

  function remove(id: RequestId): void {
    const place = places.get(id);
    if (place === undefined) return;
    places.delete(id);
    const ids = alike.get(place);
    ids?.delete(id);
    if (ids?.size === 0) alike.delete(place);
  }

  function read(): void {
    for (const row of db.prepare(OPEN).iterate()) {
      const { workspace, id, likeness } = row as Record<"workspace" | "id" | "likeness", string>;
      add(id as RequestId, placeOf(workspace, likeness));
    }
    isRead = true;
  }

  function take(write: WriteStaling<"open_requests">): void {
    if (write.type === "request.insert") {
      const { request, likeness } = write;
      const column = likenessToColumn(likeness);
      if (column !== null) add(request.id, placeOf(request.workspace, column));
    } else if (write.type === "request.erase") remove(write.request.id);
    else if (write.type === "request.update" && write.request.status !== "open") {
      remove(write.request.id);
    }
  }

  return {
    async openLike(workspace, likeness) {
      if (!isRead) read();
      const ids = alike.get(placeOf(workspace, likenessToColumn(likeness) ?? "")) ?? [];
      const rides = db.prepare(RIDES);
      return [...ids].sort().find((id) => rides.get(workspace, id) === undefined);
    },
    committed(changes, results) {
      if (!isRead) return;
      for (const write of committedWrites("open_requests", changes, results)) take(write);
    },
  };
}
