import { useId } from "preact/hooks";
import type { Form } from "../../../domain/requests/question.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { useKeys } from "../../browser/keys.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import type { AnswerProps } from "./answer-form.tsx";
import { countWords } from "./draft-answer.ts";
import { KEYED_OPTIONS, OptionKey, optionShortcut } from "./option-key.tsx";

interface Props extends AnswerProps {
  readonly form: Extract<Form, { kind: "choices" }>;
}

/** Several options; numbers switch them, and nothing is sent until one says so. */
export function ChoiceChecks({ form, draft, setDraft }: Props) {
  const id = useId();
  const { chosen } = draft;
  const labels = form.options.map(({ label }) => label);
  const toggle = (label: string) => {
    const isOn = !chosen.includes(label);
    // In the order in which they are offered, so that the same choice is the same answer.
    const next = labels.filter((one) => (one === label ? isOn : chosen.includes(one)));
    setDraft({ ...draft, chosen: next });
  };
  const keyed = labels
    .slice(0, KEYED_OPTIONS)
    .map((label, index) => [String(index + 1), () => toggle(label)] as const);
  useKeys("request", Object.fromEntries(keyed));
  return (
    <fieldset class="options">
      <legend class="hint">{countWords(form)}</legend>
      {form.options.map(({ label, description }, index) => (
        <div key={label} class="option">
          <OptionKey index={index} />
          <input
            type="checkbox"
            class="check"
            id={`${id}-${index}`}
            checked={chosen.includes(label)}
            aria-describedby={description === undefined ? undefined : `${id}-${index}-more`}
            aria-keyshortcuts={optionShortcut(index)}
            onChange={() => toggle(label)}
          />
          <span class="option-words">
            <label for={`${id}-${index}`}>
              <RevealedText text={visibleText(label, { keepLines: false })} />
            </label>
            {description === undefined ? null : (
              <span class="hint" id={`${id}-${index}-more`}>
                <RevealedText text={visibleText(description)} />
              </span>
            )}
          </span>
        </div>
      ))}
    </fieldset>
  );
}
