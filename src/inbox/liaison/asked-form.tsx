import type { Answer } from "../../domain/requests/question.ts";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import { useLook } from "../browser/looked.ts";
import { AnswerForm } from "../requests/answer/answer-form.tsx";
import { useAnswerDraft } from "../requests/answer/use-answer-draft.ts";
import { useActing } from "../requests/pane/acting.ts";
import { Problem } from "../requests/pane/problem.tsx";
import { api } from "../server/api.ts";

interface Props {
  readonly request: OpenQuestion;
  readonly onSent: () => void;
}

/** The question that is before the person, answered here as in the inbox. */
export function AskedForm({ request, onSent }: Props) {
  const { id, question } = request;
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
