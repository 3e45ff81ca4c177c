import { useState } from "preact/hooks";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { can } from "../../server/me.ts";
import { latePart } from "../../ui/late.tsx";
import { say } from "./messages/messages.ts";

const HistoryLines = latePart(async () => (await import("./history-lines.tsx")).HistoryLines);

/** How many events the log has of the request, and what they say once it is opened. */
export function History({ detail }: { readonly detail: InboxDetail }) {
  const [isOpen, setOpen] = useState(false);
  const { length } = detail.history;
  return (
    <section class="part" aria-label={say("history")}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h3>{say("history")}</h3>
          <span class="muted">{say("history.count", { count: length })}</span>
        </summary>
        {isOpen ? <HistoryLines detail={detail} /> : null}
        {isOpen && can("audit") ? <ProofLink id={detail.request.id} /> : null}
      </details>
    </section>
  );
}

function ProofLink({ id }: Pick<InboxDetail["request"], "id">) {
  return (
    <a
      class="button"
      href={`/v1/requests/${id}/proof`}
      download={`${id}.proof.json`}
      title={say("history.proof.hint")}
    >
      {say("history.proof")}
    </a>
  );
}
