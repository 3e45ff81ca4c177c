import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JsonObject } from "../../../domain/json.ts";
import { present } from "../../../domain/present.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { draftOf, keepDraft } from "../../browser/drafts.ts";
import { useKeys } from "../../browser/keys.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { edited } from "../editor/edited.ts";
import { FieldList } from "../editor/field-list.tsx";
import { fieldsOf } from "../editor/fields.ts";
import type { Typed } from "../editor/typed.ts";
import { useActing } from "../pane/acting.ts";
import { NO_DRAFT, readAnswerDraft, writeAnswerDraft } from "../pane/answer-draft.ts";
import { Problem } from "../pane/problem.tsx";
import { Changes } from "./changes.tsx";
import type { DiffRow } from "./diff-rows.ts";
import { patchRows } from "./diff-rows.ts";
import { Digest } from "./digest.tsx";

/** Changed arguments that the server has looked at: what an approval with changes carries. */
export interface Reviewed {
  readonly args: JsonObject;
  readonly digest: string;
  readonly rows: readonly DiffRow[];
}

interface Props {
  readonly request: Shown<AuthorizationRequest>;
  /** The end of what was reviewed, which has to be in view just as the action does. */
  readonly changes: RefObject<HTMLDivElement | null>;
  readonly reviewed: Reviewed | undefined;
  readonly onReviewed: (reviewed: Reviewed | undefined) => void;
  readonly onClose: () => void;
}

/** Arguments that differ from the agent's: typed first, then reviewed as a diff, then approved. */
export function EditArgs({ request, changes, reviewed, onReviewed, onClose }: Props) {
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
  useEffect(() => {
    root.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, []);

  // What was typed fills the pane above, and the button that was pressed is gone.
  useEffect(() => {
    if (reviewed !== undefined) changes.current?.scrollIntoView({ block: "nearest" });
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
      const { digest, patch } = await api.previewEdit({ id, args: value });
      // The patch starts from what the agent asked for, so the other side of the table does too.
      const rows = patchRows(authorization.edit?.args ?? args, patch);
      onReviewed({ args: value, digest, rows });
    });
  }

  useKeys("request", {
    ...present({ "Mod+Enter": reviewed === undefined ? () => void review() : undefined }),
    Escape: onClose,
  });
  return (
    <section class="zone edit-zone" aria-label="Edit arguments" ref={root}>
      <header class="zone-head">
        <h3>Edit arguments</h3>
      </header>
      <FieldList fields={fields} typed={typed} onType={type} />
      {fields.length === 0 ? <p class="muted">There are no arguments to edit.</p> : null}
      <Problem text={acting.error} />
      {reviewed === undefined ? null : (
        <div ref={changes} class="reviewed">
          <Changes rows={reviewed.rows} />
          <p class="small">
            <span class="muted">Digest with these changes</span> <Digest digest={reviewed.digest} />
          </p>
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
            Review changes
          </Button>
        ) : null}
        <Button kind="quiet" onClick={onClose}>
          Stop editing
        </Button>
      </p>
    </section>
  );
}
