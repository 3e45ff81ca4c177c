import type { PrincipalId } from "../../../domain/id.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { me } from "../../server/me.ts";
import type { Names } from "./event-words.ts";

/** Those whom a request and its history name, and the viewer. */
export function namesIn({ request, actors = [], deliveries, claim }: InboxDetail): Names {
  const names = new Map<PrincipalId, string>([[request.agent, request.agentName]]);
  for (const { id, name } of actors) names.set(id, name);
  const own = me.value?.principal;
  if (own !== undefined) names.set(own.id, own.name);
  for (const { agent, agentName } of request.alsoAskedBy ?? []) names.set(agent, agentName);
  for (const { operator, name } of deliveries) names.set(operator, name);
  const votes = request.kind === "authorization" ? request.authorization.votes : [];
  const closer = "closedBy" in request ? request.closedBy : undefined;
  for (const actor of [claim?.by, closer, ...votes.map(({ by }) => by)]) {
    if (actor !== undefined) names.set(actor.principal, actor.name);
  }
  return names;
}
