import { useEffect, useRef, useState } from "preact/hooks";
import { present } from "../../../domain/present.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Shown,
} from "../../../domain/requests/request.ts";
import type { RejectInput } from "../../../ports/earshot/authority.ts";
import { draftOf, keepDraft } from "../../browser/drafts.ts";
import { DECIDES, holdBack, renewLook } from "../../browser/looked.ts";
import { askOf } from "../../parts/ask-of.ts";
import { useReplies } from "../../parts/replies.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { type Acting, decided } from "./acting.ts";
import { failuresOf } from "./failures-of.ts";
import { type Like, LikeFields } from "./like-fields.tsx";
import { say } from "./messages/messages.ts";
import { Problem } from "./problem.tsx";
import { ReasonField, reasonOf } from "./reason-field.tsx";
import { Templates } from "./templates.tsx";
import { holding, noteHeld } from "./undo.ts";

interface Props {
  readonly request: Shown<OpenAuthorization>;
  readonly acting: Acting;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

function takenBackWords(rejected: Shown<AuthorizationRequest>): string {
  const { alsoRevoked = [] } = rejected.status === "rejected" ? rejected : {};
  const count = alsoRevoked.length;
  return count === 0 ? "" : ` ${say("taken-back", { count })}`;
}

/** How far it reaches, as it is sent. */
function reachOf({ isOn, anyAt, digitsAt = [] }: Like): Partial<RejectInput> {
  if (!isOn) return {};
  return {
    covers: "like",
    ...present({
      anyAt: anyAt.length === 0 ? undefined : anyAt,
      digitsAt: digitsAt.length === 0 ? undefined : digitsAt,
    }),
  };
}

/**
 * Those that are open and similar to a rejected one, each by its own id; returns a sentence about
 * it.
 */
async function rejectOpen(
  { id, ...why }: Pick<RejectInput, "id" | "reason">,
  { anyAt, digitsAt = [] }: Like,
): Promise<string> {
  // Includes those that came before the rejection took effect.
  const { ids } = await api.previewRejection({ id, anyAt, digitsAt });
  const all = ids.map((one) => ({ id: one }));
  const failed = await failuresOf(all, (one) => api.reject({ ...one, ...why }));
  const [first] = failed;
  const done = ids.length - failed.length;
  return first === undefined
    ? say("rejected.like", { done, all: ids.length })
    : say("rejected.like-not", { done, all: ids.length, why: first });
}

/** Rejects, with a reason for the agent if one is given. */
export function ReasonDialog({ request, acting, onDecided, onClose }: Props) {
  const draft = `${request.id}.reason`;
  const [reason, setReason] = useState(draftOf(draft));
  const [like, setLike] = useState<Like>({ isOn: false, anyAt: [] });
  // Nothing is sent unless its reach was shown.
  const isUnseen = like.isOn && like.reach === undefined;
  const { reasons } = useReplies();
  const field = useRef<HTMLInputElement>(null);
  // The dialog asks for confirmation: a key pressed before it opened does not confirm.
  useEffect(renewLook, []);
  useEffect(() => field.current?.focus(), []);

  function write(text: string): void {
    setReason(text);
    keepDraft(draft, text);
  }

  function close(): void {
    onClose();
    if (reason.trim() === "") return;
    renewLook();
    holdBack(say("reason.kept"));
  }

  async function reject(): Promise<void> {
    if (acting.isBusy || isUnseen) return;
    const { id } = request;
    const said = { id, ...reasonOf(reason) };
    let words = say("rejected");
    const done = await acting.run(async () => {
      const rejected = await api.reject({ ...said, ...reachOf(like), ...holding() });
      noteHeld([rejected]);
      if (like.isOn) words = (await rejectOpen(said, like)) + takenBackWords(rejected);
    });
    if (!done) return;
    onClose();
    decided(id, { words, next: onDecided });
  }

  return (
    <Dialog
      title={say("reject")}
      onClose={close}
      onSubmit={() => void reject()}
      actions={
        <>
          <Button onClick={close}>{say("cancel")}</Button>
          <Button
            {...DECIDES}
            kind="danger"
            disabled={isUnseen}
            busy={acting.isBusy}
            onClick={() => void reject()}
          >
            {say("reject")}
          </Button>
        </>
      }
    >
      <p class="muted">{askOf(request)}</p>
      <ReasonField text={reason} onInput={write} onReject={() => void reject()} inputRef={field} />
      <Templates
        texts={reasons}
        scope="dialog"
        onChoose={(text) => {
          write(text);
          field.current?.focus();
        }}
      />
      {can("permit") ? <LikeFields request={request} like={like} onChange={setLike} /> : null}
      <Problem text={acting.error} />
    </Dialog>
  );
}
