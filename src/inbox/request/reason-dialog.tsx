import { useState } from "preact/hooks";
import type { AuthorizationRequest, OpenAuthorization } from "../../domain/request.ts";
import type { RejectInput } from "../../ports/authority.ts";
import { api } from "../api.ts";
import { draftOf, keepDraft } from "../drafts.ts";
import { DECIDES } from "../looked.ts";
import { can } from "../me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { type Acting, decided } from "./acting.ts";
import { type Like, LikeFields } from "./like-fields.tsx";
import { Problem } from "./problem.tsx";
import { SubmitKey } from "./submit-key.tsx";
import { askOf } from "./words.ts";

interface Props {
  readonly request: OpenAuthorization;
  readonly acting: Acting;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

const TEMPLATES = ["Not now", "Wrong target", "Too risky"];

function likeWords(request: AuthorizationRequest): string {
  const { alsoRevoked = [] } = request.status === "rejected" ? request : {};
  const n = alsoRevoked.length;
  const also =
    n === 0 ? "" : ` ${n} approved like it, not used yet, ${n === 1 ? "is" : "are"} taken back.`;
  return `Rejected. What is like it is rejected at once for an hour: see Agents.${also}`;
}

/** How far it reaches, as it is sent. */
function reach({ isOn, anyAt }: Like): Partial<RejectInput> {
  if (!isOn) return {};
  return { covers: "like", ...(anyAt.length === 0 ? {} : { anyAt }) };
}

/** Says no, with a reason that the agent is told. */
export function ReasonDialog({ request, acting, onDecided, onClose }: Props) {
  const draft = `${request.id}.reason`;
  const [reason, setReason] = useState(draftOf(draft));
  const [like, setLike] = useState<Like>({ isOn: false, anyAt: [] });
  const isEmpty = reason.trim() === "";

  function write(text: string): void {
    setReason(text);
    keepDraft(draft, text);
  }

  async function reject(): Promise<void> {
    if (isEmpty) return;
    const { id } = request;
    await acting.run(async () => {
      const rejected = await api.reject({ id, reason: reason.trim(), ...reach(like) });
      onClose();
      decided(id, { words: like.isOn ? likeWords(rejected) : "Rejected.", next: onDecided });
    });
  }

  return (
    <Dialog
      title="Reject"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it open</Button>
          <Button
            {...DECIDES}
            kind="danger"
            disabled={isEmpty}
            busy={acting.isBusy}
            onClick={() => void reject()}
          >
            Reject
          </Button>
        </>
      }
    >
      <SubmitKey onSubmit={() => void reject()} />
      <p class="muted">{askOf(request)}</p>
      <Field label="Reason" hint="The agent is told this.">
        <TextArea value={reason} maxLength={2000} onInput={write} autoFocus />
      </Field>
      <div class="templates">
        {TEMPLATES.map((text) => (
          <Button key={text} onClick={() => write(text)}>
            {text}
          </Button>
        ))}
      </div>
      {can("permit") ? (
        <LikeFields args={request.authorization.action.args} like={like} onChange={setLike} />
      ) : null}
      <Problem text={acting.error} />
    </Dialog>
  );
}
