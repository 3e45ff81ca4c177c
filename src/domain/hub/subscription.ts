import type { PrincipalId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** How a delivery names the way to a program's own address: its chat is a URL. */
export const NOTIFY = "notify";

/** Where an agent is called when one of its requests closes, and what those calls are signed with. */
export interface Subscription {
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  /** Called for every request of the agent; absent where only the requests that name a URL call. */
  readonly url?: string;
  /** The signing secret, sealed by the vault. */
  readonly sealed: string;
  /** The secret before, which signs too until then. */
  readonly former?: { readonly sealed: string; readonly until: Timestamp };
  readonly createdAt: Timestamp;
  readonly version: number;
}

/** The URLs that are called when a request closes, each once. */
export function calledAt(
  { url }: Pick<Subscription, "url">,
  notify: { readonly url: string } | undefined,
): readonly string[] {
  return [...new Set([notify?.url, url])].filter((one) => one !== undefined);
}
