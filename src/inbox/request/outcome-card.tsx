import { useEffect, useRef } from "preact/hooks";
import type { Request } from "../../domain/request.ts";
import { visibleText } from "../../render/visible-text.ts";
import { draftOf } from "../drafts.ts";
import { Icon } from "../ui/icon.tsx";
import { Time } from "../ui/time.tsx";
import { readAnswerDraft } from "./answer-draft.ts";
import { CopyButton } from "./copy-button.tsx";
import { closedDetail, closedWords } from "./words.ts";

const ICONS = {
  answered: "check",
  approved: "check",
  rejected: "cross",
  expired: "clock",
  cancelled: "cross",
  abandoned: "cross",
  assumed: "question",
} as const;

/** How the request ended, where the buttons were; what one had typed meanwhile can be taken along. */
export function OutcomeCard({ request }: { readonly request: Request }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // What had the focus is gone with the buttons, if it was there.
    if (document.activeElement === document.body) {
      ref.current?.closest("article")?.focus({ preventScroll: true });
    }
  }, []);
  if (request.status === "open") return null;
  const detail = closedDetail(request);
  return (
    <section class="decide outcome" aria-label="Outcome" ref={ref}>
      <p class="outcome-words" role="status">
        <span class={`status status-${request.status}`}>
          <Icon name={ICONS[request.status]} />
        </span>
        <strong>{closedWords(request)}</strong>
        <Time at={request.closedAt} />
      </p>
      {detail === undefined ? null : <p class="whole-text outcome-detail">{detail}</p>}
      <Draft request={request} />
    </section>
  );
}

function Draft({ request: { id } }: { readonly request: Request }) {
  const text = readAnswerDraft(draftOf(id)).text || draftOf(`${id}.reason`);
  if (text === "") return null;
  return (
    <p class="outcome-draft">
      <span class="muted">You had written:</span> <q>{visibleText(text)}</q>
      <CopyButton text={text} label="Copy what you had written" />
    </p>
  );
}
