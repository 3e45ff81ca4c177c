import { useContext, useRef, useState } from "preact/hooks";
import { asksFiles } from "../../../domain/forms/file-fields.ts";
import { type Answer, type Question, withNote } from "../../../domain/requests/question.ts";
import { KEYS } from "../../browser/key-table.ts";
import { useKeys } from "../../browser/keys.ts";
import { DECIDES } from "../../browser/looked.ts";
import { useReplies } from "../../parts/replies.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { latePart } from "../../ui/late.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { Uploading } from "../editor/uploading.ts";
import type { AnswerDraft } from "../pane/answer-draft.ts";
import { answerWords } from "../pane/similar-words.ts";
import { Templates } from "../pane/templates.tsx";
import { attachedTo } from "./attached-files.ts";
import { answerFrom } from "./draft-answer.ts";
import { say } from "./messages/messages.ts";
import { ChoiceButtons, ChoiceChecks } from "./options.tsx";

const AttachFiles = latePart(async () => (await import("./attach-files.tsx")).AttachFiles);
const FormFields = latePart(async () => (await import("./form-fields.tsx")).FormFields);

interface AnswerProps {
  readonly question: Question;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
  readonly isBusy: boolean;
  readonly onSend: (answer: Answer) => void;
}

/** The field to write in; without one, the boxes to tick. */
function fieldIn(form: HTMLElement | null): HTMLElement | null | undefined {
  const written = "textarea, input:not([type=checkbox], [type=radio])";
  return form?.querySelector<HTMLElement>(written) ?? form?.querySelector<HTMLElement>("input");
}

/** How a question is answered, depending on its form. */
export function AnswerForm(props: AnswerProps) {
  const { question, draft, setDraft, isBusy, onSend } = props;
  const { form } = question;
  const root = useRef<HTMLDivElement>(null);
  const answer = answerFrom(form, draft);
  const { answers: replies } = useReplies();
  const takesText = form.kind === "text" || form.allowText === true;
  const [isNoting, setNoting] = useState(false);
  const openNote = () => {
    setNoting(true);
    root.current?.querySelector<HTMLElement>(".note-field")?.focus();
  };
  const send = () => {
    if (answer !== undefined && !isBusy) onSend(answer);
  };
  const proposed = question.default;
  /** Takes over what is proposed. Words go into the field first, to be looked at. */
  const take = () => {
    if (proposed === undefined || isBusy) return;
    if ("text" in proposed && takesText) setDraft({ ...draft, text: proposed.text });
    if ("choice" in proposed && !takesText) onSend(withNote(proposed, draft.text));
  };
  /** Behind what is written already, to be looked at and sent. */
  const put = (reply: string) => {
    setDraft({ ...draft, text: draft.text.trim() === "" ? reply : `${draft.text}\n${reply}` });
    fieldIn(root.current)?.focus();
  };
  useKeys("request", {
    "Mod+Enter": answer === undefined ? take : send,
    [KEYS.reply.key]: () => fieldIn(root.current)?.focus(),
    [KEYS.note.key]: takesText ? () => fieldIn(root.current)?.focus() : openNote,
  });
  return (
    <div class="answer-form" ref={root}>
      {form.kind === "choice" ? <ChoiceButtons {...props} options={form.options} /> : null}
      {form.kind === "choices" ? <ChoiceChecks {...props} form={form} /> : null}
      {form.kind === "fields" ? (
        <FormFields schema={form.schema} draft={draft} setDraft={setDraft} />
      ) : null}
      {takesText ? (
        <FreeText {...props} isOnly={form.kind === "text"} />
      ) : (
        <Note {...props} isOpen={isNoting || draft.text !== ""} onOpen={openNote} />
      )}
      <Attaching {...props} />
      {form.kind === "text" ? <Templates texts={replies} scope="request" onChoose={put} /> : null}
      {form.kind === "choice" && !takesText ? null : (
        <SendButton answer={answer} isBusy={isBusy} onSend={send} />
      )}
    </div>
  );
}

/** Files beside the answer, once somebody wants to give some. */
function Attaching({ question, draft, setDraft }: AnswerProps) {
  const [isOpen, setOpen] = useState(false);
  const upload = useContext(Uploading);
  if (upload === undefined || asksFiles(question.form)) return null;
  return isOpen || attachedTo(draft) !== "" ? (
    <AttachFiles draft={draft} setDraft={setDraft} />
  ) : (
    <Button kind="quiet" onClick={() => setOpen(true)}>
      {say("attach")}
    </Button>
  );
}

interface SendProps {
  readonly answer: Answer | undefined;
  readonly isBusy: boolean;
  readonly onSend: () => void;
}

/** To choose nothing can be an answer: then it says so, and does not look like what is to be done. */
function SendButton({ answer, isBusy, onSend }: SendProps) {
  const isNone = answer !== undefined && "choices" in answer && answer.choices.length === 0;
  return (
    <p>
      <Button
        {...DECIDES}
        kind={isNone ? undefined : "primary"}
        keyHint="Mod+Enter"
        disabled={answer === undefined}
        busy={isBusy}
        onClick={onSend}
      >
        {say(isNone ? "send.none" : "send")}
      </Button>
    </p>
  );
}

interface NoteProps extends AnswerProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Words beside what is picked, where words alone are no answer. */
function Note({ draft, setDraft, isOpen, onOpen }: NoteProps) {
  if (!isOpen) {
    return (
      <Button kind="quiet" shortcut={KEYS.note} onClick={onOpen}>
        {say("note")}
      </Button>
    );
  }
  return (
    <Field label={say("note")} hint={say("note.hint")}>
      <TextArea
        class="note-field"
        rows={2}
        value={draft.text}
        maxLength={60_000}
        onInput={(text) => setDraft({ ...draft, text })}
        autoFocus={draft.text === ""}
      />
    </Field>
  );
}

/** A free answer. What the agent proposes is one press away and never filled in by itself. */
function FreeText({
  question,
  draft,
  setDraft,
  isOnly,
}: AnswerProps & { readonly isOnly: boolean }) {
  const proposed = question.default;
  const write = (text: string) => setDraft({ ...draft, text });
  return (
    <>
      <Field label={say("answer")} hint={isOnly ? undefined : say("answer.hint")}>
        <TextArea
          value={draft.text}
          maxLength={60_000}
          aria-keyshortcuts={KEYS.reply.key}
          onInput={write}
        />
      </Field>
      {proposed !== undefined && "text" in proposed && draft.text === "" ? (
        <p class="old-answer">
          <Button onClick={() => write(proposed.text)}>
            {say("take", { words: answerWords(proposed, 60) })}
          </Button>
        </p>
      ) : null}
    </>
  );
}
