import type { SimilarRequest } from "../../../ports/earshot/inbox.ts";
import { principalOf } from "../../parts/words.ts";
import { StatusMark } from "../../ui/status-mark.tsx";
import { Time } from "../../ui/time.tsx";
import { say } from "./messages/messages.ts";
import { answerWords, outcomeOf, similarSummary } from "./similar-words.ts";

interface Props {
  readonly similar: readonly SimilarRequest[];
  /** What one of them asked, on one line. */
  readonly askOf: (request: SimilarRequest["request"]) => string;
}

/** How requests like this one were decided before. */
export function Similar({ similar, askOf }: Props) {
  const summary = similarSummary(similar);
  if (summary === undefined) return null;
  return (
    <section class="part" aria-label={say("similar")}>
      <details>
        <summary>
          <h3>{say("similar")}</h3>
          <span class="muted">{summary}</span>
        </summary>
        <ul class="lines">
          {similar.map(({ request }) => (
            <li key={request.id}>
              <StatusMark status={request.status} />
              <a class="grow" href={`/done/${request.id}`}>
                {askOf(request)}
              </a>
              {outcomeOf(request) === "edited" ? (
                <span class="muted">{say("similar.edited")}</span>
              ) : null}
              {request.status === "answered" ? <q>{answerWords(request.answer)}</q> : null}
              {"closedBy" in request && request.closedBy !== undefined ? (
                <span class="muted">{principalOf(request.closedBy.name)}</span>
              ) : null}
              <Time at={request.status === "open" ? request.createdAt : request.closedAt} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
