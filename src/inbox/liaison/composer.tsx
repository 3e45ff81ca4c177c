import { useEffect, useRef } from "preact/hooks";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { OpenQuestion, Shown } from "../../domain/requests/request.ts";
import { useLook } from "../browser/looked.ts";
import { Name } from "../parts/said.tsx";
import { AnswerForm } from "../requests/answer/answer-form.tsx";
import { takeFields } from "../requests/answer/draft-answer.ts";
import { fieldAnswers } from "../requests/answer/field-answers.ts";
import { useAnswerDraft } from "../requests/answer/use-answer-draft.ts";
import { useActing } from "../requests/pane/acting.ts";
import { Problem } from "../requests/pane/problem.tsx";
import { api } from "../server/api.ts";
import { can, me } from "../server/me.ts";
import { AgentText } from "../words/agent-text.tsx";
import { FreeComposer } from "./free-composer.tsx";
import { say, sayWith } from "./messages/messages.ts";
import type { Talk } from "./use-talk.ts";

takeFields(fieldAnswers);

interface Props {
  readonly talk: Talk;
  readonly reload: () => void;
}

/** Where the person continues; everybody else is told why they can only read. */
export function Composer({ talk, reload }: Props) {
  const { liaison, open } = talk;
  const box = useRef<HTMLElement>(null);
  const hasSent = useRef(false);
  // The focused element may be gone together with the question.
  useEffect(() => {
    if (!hasSent.current || document.activeElement !== document.body) return;
    const field = box.current?.querySelector("textarea") ?? box.current;
    field?.focus();
  }, [open?.id]);
  const why = whyNot(liaison);
  if (why !== undefined) return <p class="composer-why muted">{why}</p>;
  const onSent = () => {
    hasSent.current = true;
    reload();
  };
  const asked = open !== undefined && can("answer") ? open : undefined;
  return (
    <section class="liaison-composer" aria-label={say("composer")} ref={box} tabIndex={-1}>
      {asked === undefined ? (
        <FreeComposer liaison={liaison} onSent={onSent} />
      ) : (
        <AskedForm
          key={asked.id}
          request={asked}
          isWorkers={asked.id !== liaison.request}
          onSent={onSent}
        />
      )}
    </section>
  );
}

function whyNot(liaison: Liaison) {
  if (liaison.erasedAt !== undefined) return say("nobody-goes-on");
  if (me.value?.principal.id !== liaison.person) {
    return (
      <>
        {sayWith("read-only.theirs", {
          who: <Name text={liaison.personName} />,
          link: <a href="/liaison">{say("read-only.begin")}</a>,
        })}
      </>
    );
  }
  return can("tell") ? undefined : say("read-only");
}

interface AskedFormProps {
  readonly request: Shown<OpenQuestion>;
  /** The liaison's own words stand right above it anyway. */
  readonly isWorkers: boolean;
  readonly onSent: () => void;
}

/** The question to the person, answered here just as in the inbox. */
function AskedForm({ request, isWorkers, onSent }: AskedFormProps) {
  const { id, question, agentName } = request;
  const acting = useActing(onSent);
  const { draft, set: setDraft, settle } = useAnswerDraft(request);
  useLook(id, String(request.version));
  async function send(answer: Answer): Promise<void> {
    if (!(await acting.run(() => api.answer({ id, answer })))) return;
    settle(draft);
    onSent();
  }
  return (
    <>
      {isWorkers ? (
        <div class="composer-why">
          {sayWith("asks", { who: <Name text={agentName} /> })}
          <AgentText text={question.text} />
        </div>
      ) : null}
      <AnswerForm
        question={question}
        draft={draft}
        setDraft={setDraft}
        isBusy={acting.isBusy}
        onSend={(answer) => void send(answer)}
      />
      <Problem text={acting.error} />
    </>
  );
}
