import { useEffect, useRef, useState } from "preact/hooks";
import { DECIDES } from "../../browser/looked.ts";
import { useReplies } from "../../parts/replies.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ReasonField, reasonOf } from "../pane/reason-field.tsx";
import { Templates } from "../pane/templates.tsx";
import { holding } from "../pane/undo.ts";
import { say } from "./messages/messages.ts";
import { Failures, type TogetherProps, WhichThese } from "./together.tsx";
import { useBatch } from "./use-batch.ts";

/** Rejects the actions that are listed, of whatever tools, for one reason. */
export function RejectTogether({ items, askOf, onClose, onDone }: TogetherProps) {
  const [reason, setReason] = useState("");
  // What comes in meanwhile is not among those that were listed.
  const [named] = useState(items);
  const { isBusy, failures, each } = useBatch(onDone);
  const { reasons } = useReplies();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const reject = () =>
    void each(named, {
      did: "rejected",
      act: ({ id }) => api.reject({ id, ...reasonOf(reason), ...holding() }),
    });
  const isOver = failures.length > 0;
  return (
    <Dialog
      title={say("reject.title", { count: named.length })}
      onClose={onClose}
      onSubmit={reject}
      actions={
        <>
          <Button onClick={onClose}>{say("cancel")}</Button>
          <Button
            {...DECIDES}
            kind="danger"
            keyHint="Mod+Enter"
            disabled={isOver}
            busy={isBusy}
            onClick={reject}
          >
            {say("reject.do", { count: named.length })}
          </Button>
        </>
      }
    >
      <Failures of={failures} />
      <WhichThese items={named} askOf={askOf} />
      <ReasonField text={reason} onInput={setReason} onReject={reject} inputRef={field} />
      <Templates
        texts={reasons}
        scope="dialog"
        onChoose={(text) => {
          setReason(text);
          field.current?.focus();
        }}
      />
    </Dialog>
  );
}
