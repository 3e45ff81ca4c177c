import { useEffect, useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import { draftOf, dropDraft, keepDraft } from "../../browser/drafts.ts";
import { DECIDES, renewLook } from "../../browser/looked.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.tsx";
import { failuresOf } from "../pane/failures-of.ts";
import { ReasonField, reasonOf } from "../pane/reason-field.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly ids: readonly RequestId[];
  /** A name for each of them. */
  readonly nameOf: (place: number) => string;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

/** Rejects everything in one row: the requests that are named here, and none that comes later. */
export function RejectAlike({ ids, nameOf, onDecided, onClose }: Props) {
  // Rejects what was shown when this was opened.
  const [named] = useState(ids);
  // As where one of them is rejected by itself.
  const draft = `${named[0]}.reason`;
  const [reason, setReason] = useState(draftOf(draft));
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const isOver = failures.length > 0;
  useEffect(renewLook, []);

  function write(text: string): void {
    setReason(text);
    keepDraft(draft, text);
  }

  async function reject(): Promise<void> {
    if (isOver || isBusy) return;
    setBusy(true);
    const all = named.map((id) => ({ id }));
    const failed = await failuresOf(all, ({ id }) => api.reject({ id, ...reasonOf(reason) }));
    setBusy(false);
    const kind = failed.length === 0 ? "good" : "error";
    toast(say("rejected", { done: named.length - failed.length, all: named.length }), { kind });
    setFailures(failed);
    if (failed.length > 0) return;
    dropDraft(draft);
    onClose();
    onDecided();
  }

  return (
    <Dialog
      title={say("reject-alike", { count: named.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say("cancel")}</Button>
          <Button
            {...DECIDES}
            kind="danger"
            disabled={isOver}
            busy={isBusy}
            onClick={() => void reject()}
          >
            {say("reject-count", { count: named.length })}
          </Button>
        </>
      }
    >
      {failures.map((text) => (
        <Notice key={text} kind="error">
          {text}
        </Notice>
      ))}
      <ReasonField text={reason} onInput={write} onReject={() => void reject()} />
      <details>
        <summary>{say("which")}</summary>
        <ol class="lines">
          {named.map((id, place) => (
            <li key={id} title={id}>
              {nameOf(place)}
            </li>
          ))}
        </ol>
      </details>
    </Dialog>
  );
}
