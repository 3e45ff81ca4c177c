import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { Answer, Question } from "../../../domain/requests/question.ts";
import type { QuestionRequest, Shown } from "../../../domain/requests/request.ts";
import { draftOf } from "../../browser/drafts.ts";
import { DECIDES, renewLook } from "../../browser/looked.ts";
import { nameOf } from "../../parts/words.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AgentText } from "../../words/agent-text.tsx";
import { AnswerForm } from "../answer/answer-form.tsx";
import { proposedDraft, takeFields } from "../answer/draft-answer.ts";
import { fieldAnswers } from "../answer/field-answers.ts";
import { AgentForm } from "../pane/agent-words.tsx";
import type { AnswerDraft } from "../pane/answer-draft.ts";
import { problemWords } from "../pane/problem-words.ts";
import { answerWords } from "../pane/similar-words.ts";
import { holding } from "../pane/undo.ts";
import { say } from "./messages/messages.ts";
import { sameQuestion } from "./same-question.ts";
import { Failures, type TogetherProps } from "./together.tsx";
import { useBatch } from "./use-batch.ts";

takeFields(fieldAnswers);

/** Gives one answer to several questions with the same form. It is shown before it is sent. */
export function AnswerTogether({ items, onClose, onDone }: TogetherProps) {
  const { asked, refusal } = useAsked(items);
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  const { isBusy, failures, each } = useBatch(onDone);
  const [named] = useState(items);
  const send = () => {
    if (answer === undefined) return;
    void each(named, {
      did: "answered",
      act: ({ id }) => api.answer({ id, answer, ...holding() }),
    });
  };
  const title = say("answer.title", { count: named.length });
  const all = asked === undefined ? null : <TheseQuestions requests={asked.requests} />;
  if (answer !== undefined) {
    return (
      <Confirm
        title={title}
        words={say("answer.send", { words: answerWords(answer, 200), count: named.length })}
        action={say("answer.do", { count: named.length })}
        isBusy={isBusy}
        isOver={failures.length > 0}
        onSend={send}
        onBack={() => setAnswer(undefined)}
        onClose={onClose}
      >
        <Failures of={failures} />
        {all}
      </Confirm>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {refusal === undefined ? null : <Notice kind="warn">{refusal}</Notice>}
      {all}
      {asked?.requests[0] === undefined ? null : (
        <AgentForm request={asked.requests[0]}>
          <Form question={asked.question} onAnswer={setAnswer} />
        </AgentForm>
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly question: Question;
  readonly onAnswer: (answer: Answer) => void;
}

function Form({ question, onAnswer }: FormProps) {
  const [draft, setDraft] = useState<AnswerDraft>(() => proposedDraft(question));
  return (
    <AnswerForm
      question={question}
      draft={draft}
      setDraft={setDraft}
      isBusy={false}
      onSend={onAnswer}
    />
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly words: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly isOver: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** What is about to be sent, and to whom. */
function Confirm({ title, words, action, isBusy, isOver, onSend, ...rest }: ConfirmProps) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    renewLook();
    actions.current?.querySelector("button")?.focus();
  }, []);
  return (
    <Dialog title={title} onClose={rest.onClose} onSubmit={isOver ? rest.onClose : onSend}>
      <p class="batch-said">
        <strong>{words}</strong>
      </p>
      {rest.children}
      <div class="batch-confirm" ref={actions}>
        <Button
          {...DECIDES}
          kind="primary"
          keyHint="Mod+Enter"
          disabled={isOver}
          busy={isBusy}
          onClick={onSend}
        >
          {action}
        </Button>
        <Button onClick={rest.onBack}>{say("answer.change")}</Button>
      </div>
    </Dialog>
  );
}

function TheseQuestions({ requests }: { readonly requests: readonly Shown<QuestionRequest>[] }) {
  return (
    <ol class="lines which-these" aria-label={say("questions")}>
      {requests.map(({ id, agentName, question: { text, context } }) => (
        <li key={id} title={id}>
          <span class="muted small">{nameOf(agentName)}</span> <AgentText text={text} />
          {context === undefined ? null : (
            <div class="muted small">
              <AgentText text={context} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

interface Asked {
  readonly asked?: {
    readonly question: Question;
    readonly requests: readonly Shown<QuestionRequest>[];
  };
  readonly refusal?: string;
}

/** A row says too little to answer by: the answer is to what the questions are now. */
function useAsked(items: readonly InboxItem[]): Asked {
  const [state, setState] = useState<Asked>({});
  useEffect(() => {
    void askedOf(items).then(setState);
  }, []);
  return state;
}

async function askedOf(items: readonly InboxItem[]): Promise<Asked> {
  try {
    const details = await Promise.all(items.map(({ id }) => api.inboxItem({ id })));
    const same = sameQuestion(details, draftOf);
    if ("refusal" in same) return same;
    const requests = details.flatMap(({ request }) =>
      request.kind === "question" ? [request] : [],
    );
    return { asked: { ...same, requests } };
  } catch (error) {
    return { refusal: problemWords(error) };
  }
}
