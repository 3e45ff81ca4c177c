import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import { useWords } from "../../../render/approval-words.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { draftOf } from "../../browser/drafts.ts";
import { words } from "../../parts/render-words.ts";
import { useAction } from "../../parts/use-action.ts";
import { closedDetail, closedWords } from "../../parts/words.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { nowMs } from "../../ui/clock.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { type EditField, fieldsOf } from "../editor/fields.ts";
import { chosenIn, rowsIn, type Typed } from "../editor/typed.ts";
import { filesTyped, nameOfFile } from "../editor/typed-files.ts";
import { dropDraftsOf } from "./acting.ts";
import { type AnswerDraft, readAnswerDraft } from "./answer-draft.ts";
import { CopyButton } from "./copy-button.tsx";
import { say } from "./messages/messages.ts";

const ICONS = {
  answered: "check",
  approved: "check",
  rejected: "cross",
  responded: "conversations",
  expired: "clock",
  cancelled: "cross",
  abandoned: "cross",
  assumed: "question",
} as const;

interface Props {
  readonly request: ShownRequest;
  /** What stood in the form of this tab; absent means what the browser keeps. */
  readonly draft?: AnswerDraft | undefined;
  /** What can still be done about it. */
  readonly children?: ComponentChildren;
}

/**
 * How the request ended, in the place of the buttons. What was typed in the meantime can be taken
 * along.
 */
export function OutcomeCard({ request, draft, children }: Props) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // The buttons are gone, and the focus with them if it was there.
    if (document.activeElement === document.body) {
      ref.current?.closest("article")?.focus({ preventScroll: true });
    }
  }, []);
  if (request.status === "open") return null;
  const detail = closedDetail(request);
  return (
    <section class="decide outcome" aria-label={say("outcome")} ref={ref}>
      <p class="outcome-words" role="status">
        <span class={`status status-${request.status}`}>
          <Icon name={ICONS[request.status]} />
        </span>
        <strong>{closedWords(request)}</strong>
        <Time at={request.closedAt} />
        {request.status === "approved" ? (
          <span>{useWords(request, nowMs.value, words)}</span>
        ) : null}
      </p>
      {detail === undefined ? null : <p class="whole-text outcome-detail">{detail}</p>}
      {children}
      <Draft request={request} draft={draft} />
    </section>
  );
}

/** Words that came too late for the request can still reach its agent. */
function Draft({
  request,
  draft,
}: {
  readonly request: ShownRequest;
  readonly draft: Props["draft"];
}) {
  const { id, agentName } = request;
  const text = draftWords(request, draft);
  const { isBusy, error, run } = useAction();
  const [isSent, setSent] = useState(false);
  if (text === "" || isSent) return null;
  const send = () =>
    run(async () => {
      await api.tell({ agent: agentName, text });
      dropDraftsOf(id);
      setSent(true);
      toast(say("told"), { kind: "good" });
    });
  return (
    <>
      <p class="outcome-draft">
        <span class="muted">{say("written")}</span> <q>{visibleText(text)}</q>
        <CopyButton text={text} label={say("written.copy")} />
        {can("tell") ? (
          <Button kind="quiet" busy={isBusy} onClick={send}>
            {say("written.send")}
          </Button>
        ) : null}
      </p>
      {error === undefined ? null : <p class="error">{error}</p>}
    </>
  );
}

/** All that was typed, ticked and chosen about a request but not sent, as words for its agent. */
function draftWords(request: ShownRequest, draft = readAnswerDraft(draftOf(request.id))): string {
  const written = request.kind === "question" ? answerLines(request, draft) : editLines(request);
  return written.filter((line) => line.trim() !== "").join("\n");
}

function answerLines(
  { question: { form } }: Extract<ShownRequest, { kind: "question" }>,
  { text, chosen, typed }: AnswerDraft,
): readonly string[] {
  const fields = form.kind === "fields" ? fieldsOf({ value: {}, schema: form.schema }) : [];
  return [chosen.join(", "), ...typedLines(fields, typed), text];
}

function editLines({
  id,
  authorization,
}: Extract<ShownRequest, { kind: "authorization" }>): readonly string[] {
  const { argsSchema: schema, action } = authorization;
  const { typed } = readAnswerDraft(draftOf(`${id}.edit`));
  return [...typedLines(fieldsOf({ value: action.args, schema }), typed), draftOf(`${id}.reason`)];
}

function typedLines(fields: readonly EditField[], typed: Typed): readonly string[] {
  return fields.flatMap((field) => {
    const value = typed[field.pointer];
    if (value === undefined || value === "") return [];
    return [`${field.name}: ${value === null ? "nothing" : typedWords(field, value)}`];
  });
}

function typedWords({ kind, choices, columns }: EditField, value: string): string {
  switch (kind) {
    case "rows":
      return rowsIn(value)
        .map((row) => typedLines(columns, row).join(", "))
        .join("; ");
    case "file":
    case "files":
      return filesTyped(value).map(nameOfFile).join(", ");
    case "choice":
    case "several":
      return chosenIn(value)
        .map((one) => choices[Number(one)])
        .join(", ");
    default:
      return value;
  }
}
