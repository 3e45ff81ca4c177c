import { useEffect, useRef, useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import { present } from "../../../domain/present.ts";
import type { OpenAuthorization, Shown } from "../../../domain/requests/request.ts";
import { draftOf } from "../../browser/drafts.ts";
import { DECIDES, holdBack, renewLook } from "../../browser/looked.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { noteWanted } from "../decide/approval.ts";
import { useReached } from "../pane/in-view.ts";
import { problemWords } from "../pane/problem-words.ts";
import { reasonOf } from "../pane/reason-field.tsx";
import { holding } from "../pane/undo.ts";
import { batchRefusal } from "./batch-refusal.ts";
import { BatchTableView } from "./batch-table.tsx";
import { say } from "./messages/messages.ts";
import { Failures, type TogetherProps } from "./together.tsx";
import { useBatch } from "./use-batch.ts";

/** Decides several actions of one tool at once, LOW and MEDIUM only, with all that differs in view. */
export function BatchDialog({ items, onClose, onDone }: TogetherProps) {
  const { requests = [], refusal } = useRequests(items);
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const { isBusy, failures, each } = useBatch(onDone);
  const count = requests.length;
  const end = useRef<HTMLDivElement>(null);
  const digests = requests.map(({ authorization }) => authorization.digest).join(" ");
  const reachedEnd = useReached({ end }, digests);
  const wanted = requests.map((request) => noteWanted({ request, edit: undefined })).find(Boolean);

  function approve(): void {
    if (reason.trim() !== "") {
      holdBack(say("reason.clear"));
      return;
    }
    if (!reachedEnd) {
      if (count === 0) return;
      end.current?.scrollIntoView({ block: "end" });
      renewLook();
      holdBack(say("look"));
      return;
    }
    if (wanted !== undefined && note.trim() === "") {
      holdBack(wanted);
      return;
    }
    const noted = present({ note: note.trim() || undefined });
    const act = ({ id, authorization: { digest } }: Shown<OpenAuthorization>) =>
      api.approve({ id, digest, ...noted, ...holding() });
    void each(requests, { did: "approved", act });
  }
  const reject = () => {
    const act = ({ id }: Shown<OpenAuthorization>) =>
      api.reject({ id, ...reasonOf(reason), ...holding() });
    void each(requests, { did: "rejected", act });
  };
  const isOver = failures.length > 0;
  return (
    <Dialog
      title={say("decide.title")}
      onClose={onClose}
      onSubmit={approve}
      actions={
        count === 0 || isOver ? undefined : (
          <>
            {reachedEnd ? null : <p class="hint batch-why">{say("scroll")}</p>}
            <Button {...DECIDES} kind="danger" busy={isBusy} onClick={reject}>
              {say("reject.do", { count })}
            </Button>
            <Button
              {...DECIDES}
              kind="primary"
              keyHint="Mod+Enter"
              disabled={!reachedEnd}
              busy={isBusy}
              onClick={approve}
            >
              {say("approve.do", { count })}
            </Button>
          </>
        )
      }
    >
      {refusal === undefined ? null : <Notice kind="warn">{refusal}</Notice>}
      <Failures of={failures} />
      {count === 0 || isOver ? null : (
        <>
          <BatchTableView requests={requests} end={end} />
          {wanted === undefined ? null : (
            <Field label={say("note")} hint={wanted}>
              <Input value={note} maxLength={2000} onInput={setNote} />
            </Field>
          )}
          <Field label={say("reason")} hint={say("reason.hint")}>
            <Input value={reason} maxLength={2000} onInput={setReason} />
          </Field>
        </>
      )}
    </Dialog>
  );
}

interface Loaded {
  readonly requests?: readonly Shown<OpenAuthorization>[];
  readonly refusal?: string;
}

function useRequests(items: readonly InboxItem[]): Loaded {
  const [state, setState] = useState<Loaded>({});
  const ids = items.map(({ id }) => id).join(" ");
  useEffect(() => {
    let isOver = false;
    void loaded(ids.split(" ") as RequestId[]).then((next) => {
      if (!isOver) setState(next);
    });
    return () => {
      isOver = true;
    };
  }, [ids]);
  return state;
}

/** A row says too little to decide by: the decision is on what the requests are now. */
async function loaded(ids: readonly RequestId[]): Promise<Loaded> {
  try {
    const details = await Promise.all(ids.map((id) => api.inboxItem({ id })));
    const edited = ids.find((id) => draftOf(`${id}.edit`) !== "");
    const refusal = edited === undefined ? batchRefusal(details) : say("editing", { id: edited });
    if (refusal !== undefined) return { refusal };
    return { requests: details.map(({ request }) => request as Shown<OpenAuthorization>) };
  } catch (error) {
    return { refusal: problemWords(error) };
  }
}
