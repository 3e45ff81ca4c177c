import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { answerWords } from "../pane/similar-words.ts";
import type { AnswerProps } from "./answer-form.tsx";

/** Words of one's own; what the agent proposes is one press away, and never there by itself. */
export function FreeText({
  question,
  draft,
  setDraft,
  isOnly,
}: AnswerProps & { readonly isOnly: boolean }) {
  const proposed = question.default;
  const write = (text: string) => setDraft({ ...draft, text });
  return (
    <>
      <Field
        label="Answer"
        hint={
          isOnly ? undefined : "Words of your own are an answer, or a note beside what you pick."
        }
      >
        <TextArea value={draft.text} maxLength={60_000} aria-keyshortcuts="r" onInput={write} />
      </Field>
      {proposed !== undefined && "text" in proposed && draft.text === "" ? (
        <p class="old-answer">
          <Button onClick={() => write(proposed.text)}>
            Take the proposal: {answerWords(proposed, 60)}
          </Button>
        </p>
      ) : null}
    </>
  );
}
