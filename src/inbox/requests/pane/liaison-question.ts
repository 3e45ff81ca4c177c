import type { ShownRequest } from "../../../domain/requests/request.ts";

/** On whose behalf the liaison asks. */
export const LIAISON_AGENT = "liaison";

/** Whether the liaison asks it: it is part of a conversation, which has its own screen. */
export function isOfLiaison({ kind, agentName }: ShownRequest): boolean {
  return kind === "question" && agentName === LIAISON_AGENT;
}
