import { useState } from "preact/hooks";
import type { Liaison, RoundFeedback } from "../../domain/liaison/liaison.ts";
import { MAX_WITHDRAWAL_REASON } from "../../domain/limits.ts";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can, me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { toast } from "../ui/toast.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly liaison: Liaison;
  readonly feedback: RoundFeedback;
  readonly onDone: () => void;
}

/** For the person of the conversation and for owners: what was read wrongly counts nowhere. */
export function WithdrawFeedback({ liaison, feedback, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (feedback.withdrawn !== undefined || !mayWithdraw(liaison)) return null;
  const { round } = feedback;
  return (
    <>
      <Button kind="quiet" aria-label={say("withdraw.of", { round })} onClick={() => setOpen(true)}>
        {say("withdraw")}
      </Button>
      {isOpen ? (
        <Reason liaison={liaison} round={round} onClose={() => setOpen(false)} onDone={onDone} />
      ) : null}
    </>
  );
}

function mayWithdraw({ person, erasedAt }: Liaison): boolean {
  const principal = me.value?.principal;
  if (erasedAt !== undefined || principal?.kind !== "person" || !can("tell")) return false;
  return principal.id === person || principal.role === "owner";
}

interface ReasonProps extends Pick<Props, "liaison" | "onDone"> {
  readonly round: number;
  readonly onClose: () => void;
}

function Reason({ liaison: { id }, round, onClose, onDone }: ReasonProps) {
  const [reason, setReason] = useState("");
  const action = useAction();
  const withdraw = () =>
    action.run(async () => {
      await api.withdrawFeedback({ conversation_id: id, round, reason });
      toast(say("withdraw.done", { round }), { kind: "good" });
      onDone();
      onClose();
    });
  return (
    <FormDialog
      title={say("withdraw.title", { round })}
      submit={say("withdraw")}
      isReady={reason.trim() !== ""}
      action={action}
      onSubmit={withdraw}
      onClose={onClose}
    >
      <Field label={say("withdraw.what")} hint={say("withdraw.what-hint")}>
        <TextArea
          rows={2}
          value={reason}
          maxLength={MAX_WITHDRAWAL_REASON}
          autoFocus
          onInput={setReason}
        />
      </Field>
    </FormDialog>
  );
}
