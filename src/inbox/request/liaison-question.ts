import type { Request } from "../../domain/request.ts";

/** In whose name the liaison asks. */
export const LIAISON_AGENT = "liaison";

/** Whether the liaison asks it: it is part of a conversation that has a screen of its own. */
export function isOfLiaison({ kind, agentName }: Request): boolean {
  return kind === "question" && agentName === LIAISON_AGENT;
}

/** Whose answer alone counts, where that is somebody else: the liaison asks the person it speaks with. */
export function onlyOther(request: Request, name: string | undefined): string | undefined {
  const [person] = request.to;
  return isOfLiaison(request) && person !== name ? person : undefined;
}
