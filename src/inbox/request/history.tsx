import type { PrincipalId } from "../../domain/id.ts";
import type { InboxDetail } from "../../ports/inbox.ts";
import { me } from "../me.ts";
import { Time } from "../ui/time.tsx";
import { historyWords, type Names } from "./event-words.ts";

/** What the log says about the request, oldest first. */
export function History({ detail }: { readonly detail: InboxDetail }) {
  const { history } = detail;
  const names = namesIn(detail);
  return (
    <section class="part" aria-label="History">
      <details open={matchMedia("(min-width: 700px)").matches}>
        <summary>
          <h3>History</h3>
          <span class="muted">
            {history.length} {history.length === 1 ? "event" : "events"}
          </span>
        </summary>
        <ol class="lines">
          {history.map((event) => (
            <li key={event.seq}>
              <span class="grow">{historyWords(event, names)}</span>
              <Time at={event.at} />
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

function namesIn({ request, deliveries, claim }: InboxDetail): Names {
  const names = new Map<PrincipalId, string>([[request.agent, request.agentName]]);
  const own = me.value?.principal;
  if (own !== undefined) names.set(own.id, own.name);
  for (const { operator, name } of deliveries) names.set(operator, name);
  const votes = request.kind === "authorization" ? request.authorization.votes : [];
  const closer = "closedBy" in request ? request.closedBy : undefined;
  for (const actor of [claim?.by, closer, ...votes.map(({ by }) => by)]) {
    if (actor !== undefined) names.set(actor.principal, actor.name);
  }
  return names;
}
