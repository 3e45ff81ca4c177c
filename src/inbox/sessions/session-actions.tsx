import { useState } from "preact/hooks";
import { present } from "../../domain/present.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { SessionDetail } from "../../ports/earshot/sessions.ts";
import { go } from "../browser/router.ts";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { toast } from "../ui/toast.tsx";
import { say } from "./messages/messages.ts";
import { isCancellable, isLive } from "./session-words.ts";

interface Props {
  readonly detail: SessionDetail;
  readonly onChange: () => void;
}

/** What can be done about a session: end it, or continue it with another. */
export function SessionActions({ detail: { session, chain, request }, onChange }: Props) {
  const isLast = !chain.some(({ continues }) => continues === session.id);
  const waits = session.status === "paused" && request?.status === "open";
  const isResumable = isLast && !isLive(session) && !waits;
  return (
    <>
      {can("answer") && session.status === "pending" ? (
        <Begin session={session} onChange={onChange} />
      ) : null}
      {can("answer") && isCancellable(session, isLast) ? (
        <Cancel session={session} onChange={onChange} />
      ) : null}
      {can("tell") && isResumable ? <Resume session={session} /> : null}
    </>
  );
}

/** It was said while nobody heard, so it may have been carried out already. */
function Begin({ session: { id }, onChange }: { session: Session; onChange: () => void }) {
  const { isBusy, error, run } = useAction();
  const begin = () =>
    run(async () => {
      await api.beginSession({ id });
      onChange();
    });
  return (
    <div class="buttons">
      <TwoPress armed={say("begin.armed")} busy={isBusy} onConfirm={begin}>
        {say("begin")}
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </div>
  );
}

function Cancel({ session: { id }, onChange }: { session: Session; onChange: () => void }) {
  const { isBusy, error, run } = useAction();
  const cancel = () =>
    run(async () => {
      const { status } = await api.cancelSession({ id });
      toast(say(status === "cancelled" ? "cancelled" : "end-is-told"), {
        kind: "good",
      });
      onChange();
    });
  return (
    <div class="buttons">
      <TwoPress armed={say("cancel.armed")} busy={isBusy} onConfirm={cancel}>
        {say("cancel")}
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </div>
  );
}

/** Words are needed only if there are none to continue with. */
function Resume({ session: { id, task, erasedAt } }: { readonly session: Session }) {
  const [text, setText] = useState("");
  const { isBusy, error, run } = useAction();
  const said = text.trim();
  const hasTask = task !== "" && erasedAt === undefined;
  const resume = () =>
    run(async () => {
      const next = await api.resumeSession({
        id,
        ...present({ text: said === "" ? undefined : said }),
      });
      go(`/sessions/${next.id}`);
    });
  return (
    <form
      class="session-resume"
      onSubmit={(event) => {
        event.preventDefault();
        resume();
      }}
    >
      <Field
        label={say("resume-with")}
        hint={say(hasTask ? "resume-with.same" : "resume-with.say")}
        error={error}
      >
        <TextArea value={text} rows={2} onInput={setText} />
      </Field>
      <Button type="submit" busy={isBusy} disabled={said === "" && !hasTask}>
        {say("resume")}
      </Button>
    </form>
  );
}
