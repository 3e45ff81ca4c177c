import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { EditRule } from "../../../domain/authority/authorization.ts";
import { editsText } from "../../../domain/authority/edits.ts";
import type { EvidenceView } from "../../../domain/evidence/evidence-view.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { present } from "../../../domain/present.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { draftOf, keepDraft } from "../../browser/drafts.ts";
import { PASS, useKeys } from "../../browser/keys.ts";
import { renewLook } from "../../browser/looked.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { TwoPress } from "../../parts/two-press.tsx";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { Notice } from "../../ui/notice.tsx";
import { edited, isTouched } from "../editor/edited.ts";
import { FieldList } from "../editor/field-list.tsx";
import { fieldsOf } from "../editor/fields.ts";
import type { Typed } from "../editor/typed.ts";
import { useActing } from "../pane/acting.ts";
import { NO_DRAFT, readAnswerDraft, writeAnswerDraft } from "../pane/answer-draft.ts";
import { Problem } from "../pane/problem.tsx";
import { Changes } from "./changes.tsx";
import type { DiffRow } from "./diff-rows.ts";
import { changeWords, diffRows, patchRows } from "./diff-rows.ts";
import { Digest } from "./digest.tsx";
import { say } from "./messages/messages.ts";

/** Changed arguments that the server has looked at: what an approval with changes carries. */
export interface Reviewed {
  readonly args: JsonObject;
  readonly digest: string;
  readonly rows: readonly DiffRow[];
  /** What stands beside the action, drawn of these arguments. */
  readonly evidence?: readonly EvidenceView[];
  /** How many others have to approve them, if the reviewer's own approval does not count. */
  readonly others?: number;
}

interface Props {
  readonly request: Shown<AuthorizationRequest>;
  /** The end of what was reviewed, which has to be in view just as the action does. */
  readonly changes: RefObject<HTMLDivElement | null>;
  readonly reviewed: Reviewed | undefined;
  readonly onReviewed: (reviewed: Reviewed | undefined) => void;
  /** How often its person has asked to edit; none if a draft of theirs opened it. */
  readonly asked: number;
  readonly onClose: () => void;
  /** What was typed is gone; says what stands instead. */
  readonly onDropped: (words: string) => void;
}

const EvidenceViews = latePart(
  async () => (await import("../evidence/evidence-part.tsx")).EvidenceViews,
);

/** What an edit brings is kept once it is approved; the rest can be saved above. */
function withoutFiles(view: EvidenceView): EvidenceView {
  return { ...view, files: [] };
}

/** Arguments that differ from the agent's: typed first, then reviewed as a diff, then approved. */
export function EditArgs(props: Props) {
  const { request, changes, reviewed, onReviewed, asked, onClose } = props;
  const { id, authorization } = request;
  const { args } = authorization.action;
  const root = useRef<HTMLElement>(null);
  const acting = useActing(() => undefined);
  const [typed, setTyped] = useState<Typed>(() => readAnswerDraft(draftOf(`${id}.edit`)).typed);
  const fields = useMemo(
    () => fieldsOf({ value: args, schema: authorization.argsSchema }),
    [args, authorization.argsSchema],
  );
  const made = edited(args, fields, typed);
  const isReady = Object.keys(made.faults).length === 0 && made.value !== args;
  const isTyped = fields.some((field) => isTouched(field, typed));
  const now = useRef(typed);
  now.current = typed;
  useEffect(() => {
    if (asked === 0) return;
    root.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [asked]);

  // What was typed fills the pane above. From here on keys are about what is shown, not text.
  useEffect(() => {
    if (reviewed === undefined) return;
    changes.current?.scrollIntoView({ block: "nearest" });
    changes.current?.focus({ preventScroll: true });
    renewLook();
  }, [reviewed]);

  function type(next: Typed): void {
    setTyped(next);
    keepDraft(`${id}.edit`, writeAnswerDraft({ ...NO_DRAFT, typed: next }));
    onReviewed(undefined);
  }

  async function review(): Promise<void> {
    if (!isReady) return;
    const { value } = made;
    await acting.run(async () => {
      const { digest, patch, others, evidence } = await api.previewEdit({ id, args: value });
      // The patch starts from what the agent asked for, so the other side of the table does too.
      const rows = patchRows(authorization.edit?.args ?? args, patch);
      // Somebody who went on typing has not seen the end of it.
      if (now.current === typed) {
        const shown = evidence?.map(withoutFiles);
        onReviewed({ args: value, digest, rows, ...present({ others, evidence: shown }) });
      }
    });
  }

  function close(): void {
    keepDraft(`${id}.edit`, "");
    onClose();
  }

  function drop(): void {
    keepDraft(`${id}.edit`, "");
    renewLook();
    props.onDropped(droppedWords(diffRows(made.value, args)));
  }

  /** Leaves the field, then what nobody has typed into. What was typed is dropped on purpose only. */
  function leave(): unknown {
    const { activeElement } = document;
    if (!isTyped) return close();
    if (activeElement === root.current || !root.current?.contains(activeElement)) return PASS;
    return root.current.focus({ preventScroll: true });
  }

  useKeys("request", {
    ...present({ "Mod+Enter": reviewed === undefined ? () => void review() : undefined }),
    Escape: leave,
  });
  return (
    <section class="zone edit-zone" aria-label={say("edit")} ref={root} tabIndex={-1}>
      <header class="zone-head">
        <h3>{say("edit")}</h3>
      </header>
      <p class="muted">
        <RevealedText text={editHint(authorization.demand.edits)} />
      </p>
      <FieldList fields={fields} typed={typed} onType={type} />
      {fields.length === 0 ? <p class="muted">{say("no-args.edit")}</p> : null}
      <Problem text={acting.error} />
      {reviewed === undefined ? null : (
        <div ref={changes} class="reviewed" tabIndex={-1}>
          <ReviewedAction id={id} reviewed={reviewed} />
        </div>
      )}
      <p class="edit-buttons">
        {reviewed === undefined ? (
          <Button
            kind="primary"
            keyHint="Mod+Enter"
            disabled={!isReady}
            busy={acting.isBusy}
            onClick={() => void review()}
          >
            {say("review")}
          </Button>
        ) : null}
        {isTyped ? (
          <TwoPress armed={say("drop.armed")} onConfirm={drop}>
            {say("drop")}
          </TwoPress>
        ) : (
          <Button kind="quiet" onClick={close}>
            {say("stop-editing")}
          </Button>
        )}
      </p>
    </section>
  );
}

interface ReviewedProps {
  readonly id: Shown<AuthorizationRequest>["id"];
  readonly reviewed: Reviewed;
}

/** What will run, as it differs from what the agent sought. */
function ReviewedAction({ id, reviewed: { rows, evidence, digest, others } }: ReviewedProps) {
  return (
    <>
      <Changes rows={rows} />
      {evidence === undefined ? null : <EvidenceViews id={id} views={evidence} />}
      <p class="small">
        <span class="muted">{say("digest.changed")}</span> <Digest digest={digest} />
      </p>
      {others === undefined ? null : <Notice kind="warn">{othersWords(others)}</Notice>}
    </>
  );
}

function droppedWords(rows: readonly DiffRow[]): string {
  if (rows.length === 0) return say("dropped.all");
  return say("dropped.stands", { changes: changeWords(rows), count: rows.length });
}

/** What becomes of a change of the arguments, by the rule, before anything is typed. */
function editHint(rule: EditRule = "second"): string {
  if (rule === "none") return say("edits.none");
  return rule === "second" ? say("edits.second") : say("edits.alone", { edits: editsText(rule) });
}

/** The same for a change that was reviewed, in figures. */
function othersWords(others: number): string {
  return say("others", { count: others });
}
