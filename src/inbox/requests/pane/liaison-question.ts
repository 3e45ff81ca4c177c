import type { Request } from "../../../domain/requests/request.ts";

/** In whose name the liaison asks. */
export const LIAISON_AGENT = "liaison";

/** Whether the liaison asks it: it is part of a conversation that has a screen of its own. */
export function isOfLiaison({ kind, agentName }: Request): boolean {
  return kind === "question" && agentName === LIAISON_AGENT;
}
