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
import { failuresOf } from "./failures-of.ts";
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

function takenBackWords(rejected: AuthorizationRequest): string {
  const { alsoRevoked = [] } = rejected.status === "rejected" ? rejected : {};
  const n = alsoRevoked.length;
  if (n === 0) return "";
  return ` ${n} approved like it, not used yet, ${n === 1 ? "is" : "are"} taken back.`;
}

/** How far it reaches, as it is sent. */
function reachOf({ isOn, anyAt, digitsAt = [] }: Like): Partial<RejectInput> {
  if (!isOn) return {};
  return {
    covers: "like",
    ...(anyAt.length === 0 ? {} : { anyAt }),
    ...(digitsAt.length === 0 ? {} : { digitsAt }),
  };
}

/** Those that are open and like one that was rejected, each by its own id; gives what is said of it. */
async function rejectOpen(
  { id, reason }: Pick<RejectInput, "id" | "reason">,
  { anyAt, digitsAt = [] }: Like,
): Promise<string> {
  // Those too that came before it held.
  const { ids } = await api.previewRejection({ id, anyAt, digitsAt });
  const all = ids.map((one) => ({ id: one }));
  const failed = await failuresOf(all, (one) =>
    api.reject({ ...one, ...(reason === undefined ? {} : { reason }) }),
  );
  const open = failed.length === 0 ? "" : ` ${failed[0]}`;
  return `Rejected, and ${ids.length - failed.length} of ${ids.length} open ones like it.${open} What comes is rejected at once for an hour: see Agents.`;
}

/** Says no, with a reason that the agent is told. */
export function ReasonDialog({ request, acting, onDecided, onClose }: Props) {
  const draft = `${request.id}.reason`;
  const [reason, setReason] = useState(draftOf(draft));
  const [like, setLike] = useState<Like>({ isOn: false, anyAt: [] });
  // Nothing is sent whose reach was not shown.
  const isEmpty = reason.trim() === "" || (like.isOn && like.reach === undefined);

  function write(text: string): void {
    setReason(text);
    keepDraft(draft, text);
  }

  async function reject(): Promise<void> {
    if (isEmpty) return;
    const { id } = request;
    const said = { id, reason: reason.trim() };
    let words = "Rejected.";
    const done = await acting.run(async () => {
      const rejected = await api.reject({ ...said, ...reachOf(like) });
      if (like.isOn) words = (await rejectOpen(said, like)) + takenBackWords(rejected);
    });
    if (!done) return;
    onClose();
    decided(id, { words, next: onDecided });
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
      {can("permit") ? <LikeFields request={request} like={like} onChange={setLike} /> : null}
      <Problem text={acting.error} />
    </Dialog>
  );
}
