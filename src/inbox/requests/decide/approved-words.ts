import type { AuthorizationRequest } from "../../../domain/requests/request.ts";

/** What has come of one's own approval. */
export function approvedWords({ status, authorization }: AuthorizationRequest): string {
  if (status !== "open")
    return authorization.edit === undefined ? "Approved." : "Approved with changes.";
  const missing = authorization.demand.quorum - authorization.votes.length;
  return `Your approval is noted; ${missing} more ${missing === 1 ? "is" : "are"} needed.`;
}
