import { useState } from "preact/hooks";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { latePart } from "../../ui/late.tsx";

const HistoryLines = latePart(async () => (await import("./history-lines.tsx")).HistoryLines);

/** How many events the log has of the request, and what they say once it is opened. */
export function History({ detail }: { readonly detail: InboxDetail }) {
  const [isOpen, setOpen] = useState(false);
  const { length } = detail.history;
  return (
    <section class="part" aria-label="History">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h3>History</h3>
          <span class="muted">
            {length} {length === 1 ? "event" : "events"}
          </span>
        </summary>
        {isOpen ? <HistoryLines detail={detail} /> : null}
      </details>
    </section>
  );
}
