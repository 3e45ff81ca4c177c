import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { ApprovedRequest, OpenRequest, Request } from "../../domain/requests/request.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import type { WriteStaling } from "../../ports/store/write-effects.ts";
import { committedWrites } from "../schema/committed-writes.ts";

/** About 2 MB of ordinary questions. */
const KEPT = 1_024;

type KeptRequest = OpenRequest | ApprovedRequest;

/**
 * The newest requests that are open, or approved and to be collected and redeemed, as they are on
 * disk. This process alone writes the file, so what it has committed is what a read would bring; a
 * question that is waited for and answered soon is then not read at all. One that has closed
 * otherwise is let go: it is seldom asked for again.
 */
export interface OpenRequests {
  get(workspace: WorkspaceId, id: RequestId): KeptRequest | undefined;
  /** Takes up what a batch has put on disk. */
  committed(changes: readonly Change[], results: readonly CommitResult[]): void;
}

export function createOpenRequests(kept = KEPT): OpenRequests {
  // A Map keeps the order of insertion: the first entry is the one that was asked longest ago.
  const requests = new Map<RequestId, KeptRequest>();

  function take(write: WriteStaling<"open_requests">): void {
    if (write.type !== "words.put" && write.type !== "words.drop") put(write.request);
    // Names are erased in the row alone: what is kept here would still name them.
    else if (write.place === "requests") requests.delete(String(write.key[0]) as RequestId);
  }

  function put(request: Request): void {
    requests.delete(request.id);
    if (request.status !== "open" && request.status !== "approved") return;
    requests.set(request.id, request);
    if (requests.size <= kept) return;
    for (const oldest of requests.keys()) {
      requests.delete(oldest);
      return;
    }
  }

  return {
    get(workspace, id) {
      const request = requests.get(id);
      return request?.workspace === workspace ? request : undefined;
    },
    committed(changes, results) {
      for (const write of committedWrites("open_requests", changes, results)) take(write);
    },
  };
}
