import { useState } from "preact/hooks";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { draftOf, keepDraft } from "../../browser/drafts.ts";
import { DECIDES } from "../../browser/looked.ts";
import { askOf } from "../../parts/ask-of.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { toast } from "../../ui/toast.tsx";
import { dropDraftsOf, useActing } from "../pane/acting.ts";
import type { BodyProps } from "../pane/body-props.ts";
import { Problem } from "../pane/problem.tsx";
import { say } from "./messages/messages.ts";

type Props = BodyProps<Shown<AuthorizationRequest>>;

/** Takes back an unused approval, or the operator's own vote. A dialog asks first. */
export function RevokeButton({ detail, request, reload }: Props) {
  const [isAsking, setAsking] = useState(false);
  if (detail.isRevocable !== true) return null;
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {say(request.status === "open" ? "revoke.mine" : "revoke")}
      </Button>
      {isAsking ? (
        <RevokeDialog request={request} reload={reload} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

/** The same in its own row, below how the request ended. */
export function RevokePart(props: Props) {
  if (props.detail.isRevocable !== true) return null;
  return (
    <div class="decide-more">
      <RevokeButton {...props} />
    </div>
  );
}

interface DialogProps extends Pick<Props, "request" | "reload"> {
  readonly onClose: () => void;
}

function RevokeDialog({ request, reload, onClose }: DialogProps) {
  const { id, status } = request;
  const draft = `${id}.reason`;
  const acting = useActing(reload);
  const [reason, setReason] = useState(draftOf(draft));
  const isOpen = status === "open";

  function write(text: string): void {
    setReason(text);
    keepDraft(draft, text);
  }

  async function revoke(): Promise<void> {
    const said = isOpen || reason.trim() === "" ? {} : { reason: reason.trim() };
    if (!(await acting.run(() => api.revoke({ id, ...said })))) return;
    dropDraftsOf(id);
    onClose();
    toast(say(isOpen ? "revoke.mine.done" : "revoke.done"), {
      kind: "good",
    });
    reload();
  }

  return (
    <Dialog
      title={say("revoke.title")}
      onClose={onClose}
      onSubmit={() => void revoke()}
      actions={
        <>
          <Button onClick={onClose}>{say("revoke.leave")}</Button>
          <Button {...DECIDES} kind="danger" busy={acting.isBusy} onClick={() => void revoke()}>
            {say("revoke.do")}
          </Button>
        </>
      }
    >
      <p class="muted">{askOf(request)}</p>
      {isOpen ? null : (
        <>
          <p>{say("revoke.about")}</p>
          <Field label={say("reason")} hint={say("reason.hint")}>
            <TextArea value={reason} maxLength={2000} onInput={write} autoFocus />
          </Field>
        </>
      )}
      <Problem text={acting.error} />
    </Dialog>
  );
}
