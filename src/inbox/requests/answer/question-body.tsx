import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import { asksFiles } from "../../../domain/forms/file-fields.ts";
import { answerFiles } from "../../../domain/requests/answer-files.ts";
import type { Answer } from "../../../domain/requests/question.ts";
import { isForOthers, type QuestionRequest, type Shown } from "../../../domain/requests/request.ts";
import { DAY_MS } from "../../../domain/time.ts";
import type { SimilarRequest } from "../../../ports/earshot/inbox.ts";
import { KEYS } from "../../browser/key-table.ts";
import { useKeys } from "../../browser/keys.ts";
import { DECIDES, holdBack } from "../../browser/looked.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { TwoPress } from "../../parts/two-press.tsx";
import { principalOf, questionLine } from "../../parts/words.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { latePart, NotLoaded, unhurried } from "../../ui/late.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { MoreActions } from "../act/more-actions.tsx";
import { type Upload, Uploading } from "../editor/uploading.ts";
import { type Acting, decided, useActing } from "../pane/acting.ts";
import { AgentForm, QuestionWords } from "../pane/agent-words.tsx";
import { writeAnswerDraft } from "../pane/answer-draft.ts";
import type { BodyProps } from "../pane/body-props.ts";
import { HeldBy } from "../pane/held-by.tsx";
import { History } from "../pane/history.tsx";
import { Problem } from "../pane/problem.tsx";
import { Sharers } from "../pane/sharers.tsx";
import { answerWords, type OldAnswer, oldAnswer } from "../pane/similar-words.ts";
import { holding, noteHeld } from "../pane/undo.ts";
import { AnswerForm } from "./answer-form.tsx";
import { draftFrom } from "./draft-answer.ts";
import { say, sayWith } from "./messages/messages.ts";
import { useAnswerDraft } from "./use-answer-draft.ts";

const EvidencePart = latePart(
  async () => (await import("../evidence/evidence-part.tsx")).EvidencePart,
);
const WhoCan = latePart(
  async () => (await import("../act/who-can.tsx")).WhoCan,
  (has) => (has === "failed" ? <NotLoaded /> : <PlaceOfWhy />),
);
const AnsweredFiles = latePart(async () => (await import("./answered-files.tsx")).AnsweredFiles);
const OutcomeCard = latePart(async () => (await import("../pane/outcome-card.tsx")).OutcomeCard);
// Below what decides, so that nothing there moves.
const Similar = latePart(async () => (await import("../pane/similar.tsx")).Similar);
const Reached = latePart(
  unhurried(async () => (await import("../pane/reached.tsx")).Reached),
  () => null,
);

export function QuestionBody(props: BodyProps<Shown<QuestionRequest>>) {
  const { detail, request, reload, onDecided } = props;
  const { question, status, id, erasedAt } = request;
  const acting = useActing(reload);
  const { draft, touched, set: setDraft, settle } = useAnswerDraft(request);
  const mayAnswer =
    request.status === "open" &&
    request.held === undefined &&
    can("answer") &&
    request.forOthers === undefined;
  const old = mayAnswer ? oldAnswer(question.form, detail.similar) : undefined;

  async function send(answer: Answer): Promise<void> {
    const isSent = await acting.run(async () => {
      noteHeld([await api.answer({ id, answer, ...holding() })]);
    });
    if (!isSent) return;
    const words = answerWords(answer, 60);
    if (settle(draft)) return decided(id, { words: say("answered", { words }), next: onDecided });
    // This link would take what was typed out of sight.
    toast(say("answered.rest", { words }), { kind: "error" });
    reload();
  }

  /** What somebody has begun to answer is neither overwritten nor left behind. */
  function use(answer: Answer): void {
    if (touched !== undefined && writeAnswerDraft(touched) !== "") {
      holdBack(say("begun"));
      return;
    }
    if ("choice" in answer) void send(answer);
    else setDraft(draftFrom(answer, question.form));
  }

  const upload = useCallback<Upload>(
    async (file, onShare) => {
      const { uploadFile } = await import("../../server/upload.ts");
      return await uploadFile(id, file, onShare);
    },
    [id],
  );
  const [place, heightBefore] = useHeightBefore(status === "open");
  const useOld = () => {
    if (old !== undefined) use(old.answer);
  };
  useKeys("request", old === undefined ? {} : { [KEYS.useOldAnswer.key]: useOld });
  return (
    <>
      {erasedAt === undefined ? <QuestionWords request={request} /> : null}
      {question.evidence === undefined ? null : <EvidencePart id={id} onDrawn={() => {}} />}
      <Sharers request={request} acting={acting} reload={reload} />
      {status === "open" ? (
        <section class="decide answer" aria-label={say("decide")} ref={place}>
          {mayAnswer ? (
            <AgentForm request={request}>
              <Uploading.Provider value={upload}>
                <AnswerForm
                  question={question}
                  draft={draft}
                  setDraft={setDraft}
                  isBusy={acting.isBusy}
                  onSend={(answer) => void send(answer)}
                />
              </Uploading.Provider>
            </AgentForm>
          ) : (
            <LookedAt request={request} />
          )}
          {old === undefined ? null : <EarlierAnswer old={old} onUse={useOld} />}
          <Problem text={acting.error} />
          <MoreActions detail={detail} acting={acting} onDecided={onDecided} reload={reload} />
        </section>
      ) : (
        <div class="answer-outcome" style={{ minHeight: heightBefore }}>
          <OutcomeCard request={request} draft={touched}>
            <AnsweredFiles request={request} />
          </OutcomeCard>
          <StandButton request={request} acting={acting} />
          <Problem text={acting.error} />
        </div>
      )}
      {detail.similar.length === 0 ? null : <Similar similar={detail.similar} askOf={lineOf} />}
      <Reached detail={detail} />
      <History detail={detail} />
    </>
  );
}

export function QuestionHeading({ request }: Pick<BodyProps<Shown<QuestionRequest>>, "request">) {
  return <RevealedText text={questionLine(request)} />;
}

/** Only questions are like a question. */
function lineOf(request: SimilarRequest["request"]): string {
  return request.kind === "question" ? questionLine(request) : "";
}

function LookedAt({ request }: { readonly request: Shown<QuestionRequest> }) {
  const { forOthers } = request;
  if (request.status === "open" && request.held !== undefined) {
    return <HeldBy held={request.held} />;
  }
  return forOthers !== undefined && isForOthers(request) ? (
    <WhoCan forOthers={forOthers} what="answer" />
  ) : (
    <p class="decide-why">{say("viewer")}</p>
  );
}

/** Keeps the space, so that nothing below moves. */
function PlaceOfWhy() {
  return (
    <>
      <p class="decide-others">&nbsp;</p>
      <p class="decide-why">&nbsp;</p>
    </>
  );
}

/** How the same question was answered before, one key away. */
function EarlierAnswer({ old, onUse }: { readonly old: OldAnswer; readonly onUse: () => void }) {
  const { id, closedBy, closedAt } = old.source;
  return (
    <p class="old-answer">
      <Button {...DECIDES} shortcut={KEYS.useOldAnswer} onClick={onUse}>
        {say("use", { words: answerWords(old.answer, 60) })}
      </Button>
      <span class="muted small">
        {sayWith("use.source", {
          name: principalOf(closedBy.name),
          link: <a href={`/done/${id}`}>{say("use.link")}</a>,
          when: <Time at={closedAt} />,
        })}
      </span>
    </p>
  );
}

/** What goes away keeps its space, so that nothing below moves while somebody reads. */
function useHeightBefore(isThere: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!isThere || element === null) return undefined;
    const sizes = new ResizeObserver(() => setHeight(element.offsetHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [isThere]);
  return [ref, height === 0 ? undefined : `${height}px`] as const;
}

const WEEK_MS = 7 * DAY_MS;

interface StandButtonProps {
  readonly request: Shown<QuestionRequest>;
  readonly acting: Acting;
}

/** Answers the same question of this agent the same way for a week. */
function StandButton({ request, acting }: StandButtonProps) {
  const { id, erasedAt, question } = request;
  if (request.status !== "answered" || erasedAt !== undefined || !can("permit")) return null;
  if (answerFiles(question, request.answer).length > 0 || asksFiles(question.form)) return null;

  async function stand(): Promise<void> {
    const give = () => api.permit({ scope: "answer", like: id, forMs: WEEK_MS });
    if (await acting.run(give)) toast(say("stand.done"), { kind: "good" });
  }
  return (
    <p class="old-answer">
      <TwoPress armed={say("stand.armed")} busy={acting.isBusy} onConfirm={() => void stand()}>
        {say("stand")}
      </TwoPress>
      <span class="muted small">
        {sayWith("stand.about", { link: <a href="/agents">{say("agents")}</a> })}
      </span>
    </p>
  );
}
