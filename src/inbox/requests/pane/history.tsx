import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { Time } from "../../ui/time.tsx";
import { historyWords } from "./event-words.ts";
import { namesIn } from "./names-in.ts";

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
