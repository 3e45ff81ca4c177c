import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { Time } from "../../ui/time.tsx";
import { historyWords } from "./event-words.ts";
import { namesIn } from "./names-in.ts";

/** What the log says about the request, oldest first. */
export function HistoryLines({ detail }: { readonly detail: InboxDetail }) {
  const names = namesIn(detail);
  return (
    <ol class="lines">
      {detail.history.map((event) => (
        <li key={event.seq}>
          <span class="grow">{historyWords(event, names)}</span>
          <Time at={event.at} />
        </li>
      ))}
    </ol>
  );
}
