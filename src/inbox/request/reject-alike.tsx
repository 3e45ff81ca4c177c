import { useState } from "preact/hooks";
import type { RequestId } from "../../domain/id.ts";
import { api } from "../api.ts";
import { DECIDES } from "../looked.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { toast } from "../ui/toast.tsx";
import { failuresOf } from "./failures-of.ts";

interface Props {
  readonly ids: readonly RequestId[];
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

/** Says no to all that stand in one row: to those that are named here, and to none that comes later. */
export function RejectAlike({ ids, onDecided, onClose }: Props) {
  // What is rejected is what was shown when this was opened.
  const [named] = useState(ids);
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const isEmpty = reason.trim() === "";

  async function reject(): Promise<void> {
    if (isEmpty || isBusy) return;
    setBusy(true);
    const all = named.map((id) => ({ id }));
    const failed = await failuresOf(all, ({ id }) => api.reject({ id, reason: reason.trim() }));
    setBusy(false);
    const kind = failed.length === 0 ? "good" : "error";
    toast(`Rejected ${named.length - failed.length} of ${named.length}.`, { kind });
    setFailures(failed);
    if (failed.length > 0) return;
    onClose();
    onDecided();
  }

  return (
    <Dialog
      title={`Reject ${named.length} alike`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep them open</Button>
          <Button
            {...DECIDES}
            kind="danger"
            disabled={isEmpty || failures.length > 0}
            busy={isBusy}
            onClick={() => void reject()}
          >
            Reject {named.length}
          </Button>
        </>
      }
    >
      {failures.map((text) => (
        <Notice key={text} kind="error">
          {text}
        </Notice>
      ))}
      <Field label="Reason" hint="The agent is told this.">
        <TextArea value={reason} maxLength={2000} onInput={setReason} autoFocus />
      </Field>
      <details>
        <summary>Which these are</summary>
        <ol class="lines">
          {named.map((id) => (
            <li key={id} class="mono">
              {id}
            </li>
          ))}
        </ol>
      </details>
    </Dialog>
  );
}
