import { useCallback, useId, useState } from "preact/hooks";
import type { Answer } from "../../domain/requests/question.ts";
import type { QuestionRequest, Shown, ShownRequest } from "../../domain/requests/request.ts";
import { useLook } from "../browser/looked.ts";
import { RevealedText } from "../parts/revealed-text.tsx";
import { nameOf, questionLine } from "../parts/words.ts";
import { AnswerForm } from "../requests/answer/answer-form.tsx";
import { proposedDraft, takeFields } from "../requests/answer/draft-answer.ts";
import { fieldAnswers } from "../requests/answer/field-answers.ts";
import { type Upload, Uploading } from "../requests/editor/uploading.ts";
import { AgentForm, QuestionWords } from "../requests/pane/agent-words.tsx";
import { api } from "../server/api.ts";
import { uploadFile } from "../server/upload.ts";
import { Held } from "../ui/held.tsx";
import { latePart } from "../ui/late.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { Ended } from "./ended.tsx";
import { tellHost, withToken } from "./host.ts";
import { say } from "./messages/messages.ts";
import { useDoing } from "./use-doing.ts";

takeFields(fieldAnswers);

const EvidencePart = latePart(
  async () => (await import("../requests/evidence/evidence-part.tsx")).EvidencePart,
);

interface Props {
  readonly request: Shown<QuestionRequest>;
  readonly rights: readonly string[];
  readonly onChange: (request: ShownRequest) => void;
}

/** A question to the user, and their answer. What they have written stays while a token is renewed. */
export function Question({ request, rights, onChange }: Props) {
  const { id, question, status, forOthers } = request;
  const headingId = useId();
  const { isBusy, error, run } = useDoing();
  const [draft, setDraft] = useState(() => proposedDraft(question));
  const upload = useCallback<Upload>(
    (file, onShare) => withToken(() => uploadFile(id, file, onShare)),
    [id],
  );
  useLook(id, `${request.version} ${status}`);
  const send = (answer: Answer) =>
    run(async () => {
      onChange(await withToken(() => api.answer({ id, answer })));
      tellHost({ type: "answered", id });
    });
  const mayAnswer = rights.includes("answer") && forOthers === undefined;
  return (
    <article id={id} class="request" aria-labelledby={headingId}>
      <Held />
      <header class="request-head">
        <h2 id={headingId} class="agent-said">
          <RevealedText text={questionLine(request)} />
        </h2>
        <p class="request-where">
          <span>{nameOf(request.agentName)}</span> <Time at={request.createdAt} />
        </p>
      </header>
      <QuestionWords request={request} />
      {question.evidence === undefined ? null : <EvidencePart id={id} onDrawn={() => {}} />}
      {status !== "open" ? (
        <Ended request={request} />
      ) : mayAnswer ? (
        <section class="decide answer" aria-label={say("answer")}>
          <AgentForm request={request}>
            <Uploading.Provider value={upload}>
              <AnswerForm
                question={question}
                draft={draft}
                setDraft={setDraft}
                isBusy={isBusy}
                onSend={(answer) => void send(answer)}
              />
            </Uploading.Provider>
          </AgentForm>
        </section>
      ) : (
        <Notice kind="info">{say("for-others")}</Notice>
      )}
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
    </article>
  );
}
