import { present } from "../../domain/present.ts";
import { SESSION_STATUSES, type SessionStatus } from "../../domain/sessions/session.ts";

/** Which sessions are shown; it stands in the address, so that it can be linked. */
export interface Filter {
  readonly status?: SessionStatus;
  /** The agent's name. */
  readonly agent?: string;
}

/** What is not known is left out. */
export function readFilter(query: URLSearchParams): Filter {
  const status = SESSION_STATUSES.find((one) => one === query.get("status"));
  const agent = query.get("agent") ?? "";
  return { ...present({ status, agent: agent === "" ? undefined : agent }) };
}

/** The address of the screen with this filter. */
export function filterPath(filter: Filter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? "/sessions" : `/sessions?${query}`;
}
