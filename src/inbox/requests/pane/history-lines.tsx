import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { can } from "../../server/me.ts";
import { Time } from "../../ui/time.tsx";
import { historyWords } from "./event-words.ts";
import { say } from "./messages/messages.ts";
import { namesIn } from "./names-in.ts";

/** What the log says about the request, oldest first. */
export function HistoryLines({ detail }: { readonly detail: InboxDetail }) {
  const names = namesIn(detail);
  const { id } = detail.request;
  return (
    <>
      <ol class="lines">
        {detail.history.map((event) => (
          <li key={event.seq}>
            <span class="grow">{historyWords(event, names)}</span>
            <Time at={event.at} />
          </li>
        ))}
      </ol>
      {can("audit") ? (
        <a
          class="button"
          href={`/v1/requests/${id}/proof`}
          download={`${id}.proof.json`}
          title={say("history.proof.hint")}
        >
          {say("history.proof")}
        </a>
      ) : null}
    </>
  );
}
