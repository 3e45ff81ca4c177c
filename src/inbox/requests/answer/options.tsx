import { useId } from "preact/hooks";
import { plainWords } from "../../../domain/plain-words.ts";
import {
  type Answer,
  type Form,
  type Option,
  type Question,
  withNote,
} from "../../../domain/requests/question.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { useKeys } from "../../browser/keys.ts";
import { DECIDES } from "../../browser/looked.ts";
import { letterKeys } from "../../browser/settings.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { AgentText } from "../../words/agent-text.tsx";
import type { AnswerDraft } from "../pane/answer-draft.ts";
import { attaching } from "./attached-files.ts";
import { countWords } from "./draft-answer.ts";
import { say } from "./messages/messages.ts";

interface ButtonsProps {
  readonly question: Question;
  readonly options: readonly Option[];
  readonly draft: AnswerDraft;
  readonly isBusy: boolean;
  readonly onSend: (answer: Answer) => void;
}

/** One press answers, and so does the number key. Words that were typed by then go with it. */
export function ChoiceButtons({ options, question, draft, isBusy, onSend }: ButtonsProps) {
  const id = useId();
  const { default: proposed } = question;
  const first = proposed !== undefined && "choice" in proposed ? proposed.choice : undefined;
  const press = (choice: string) => {
    const answer = attaching(withNote({ choice }, draft.text), draft);
    if (!isBusy && answer !== undefined) onSend(answer);
  };
  useOptionKeys(options, press);
  return (
    <ul class="options">
      {options.map((option, index) => (
        <li key={option.label}>
          <OptionButton
            option={option}
            index={index}
            isBusy={isBusy}
            id={`${id}-${index}`}
            isProposed={first === option.label}
            onPress={() => press(option.label)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ChecksProps {
  readonly form: Extract<Form, { kind: "choices" }>;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
}

/** Several options. Number keys toggle them; nothing is sent until the operator says so. */
export function ChoiceChecks({ form, draft, setDraft }: ChecksProps) {
  const id = useId();
  const { chosen } = draft;
  const labels = form.options.map(({ label }) => label);
  const toggle = (label: string) => {
    const isOn = !chosen.includes(label);
    // In the order of the options, so that the same choice is the same answer.
    const next = labels.filter((one) => (one === label ? isOn : chosen.includes(one)));
    setDraft({ ...draft, chosen: next });
  };
  useOptionKeys(form.options, toggle);
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
          <div class="option-words">
            <label for={`${id}-${index}`}>
              <Label text={label} />
            </label>
            {description === undefined ? null : (
              <div class="hint" id={`${id}-${index}-more`}>
                <AgentText text={description} />
              </div>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

interface OptionButtonProps {
  readonly option: Option;
  readonly index: number;
  /** Unique on the page. */
  readonly id: string;
  readonly isProposed: boolean;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** One option, named by its label alone. */
function OptionButton({ option, index, id, isProposed, isBusy, onPress }: OptionButtonProps) {
  const { label, description } = option;
  return (
    <div class="option">
      <OptionKey index={index} />
      <div class="option-words">
        <button
          {...DECIDES}
          type="button"
          class="option-press"
          aria-describedby={description === undefined ? undefined : id}
          aria-keyshortcuts={optionShortcut(index)}
          aria-disabled={isBusy || undefined}
          onClick={onPress}
        >
          <Label text={label} />
        </button>
        {description === undefined ? null : (
          <div class="hint" id={id}>
            <AgentText text={description} />
          </div>
        )}
      </div>
      {isProposed ? <span class="proposed">{say("proposed")}</span> : null}
    </div>
  );
}

/** Of a button or a box: it has no formatting. */
function Label({ text }: { readonly text: string }) {
  return <RevealedText text={visibleText(plainWords(text), { keepLines: false })} />;
}

const KEYED_OPTIONS = 9;

/** The number key of an option, shown on it. Options beyond the ninth have none. */
function OptionKey({ index }: { readonly index: number }) {
  if (index >= KEYED_OPTIONS || !letterKeys.value) return null;
  return (
    <span class="option-key" aria-hidden="true">
      <kbd>{index + 1}</kbd>
    </span>
  );
}

/** As `aria-keyshortcuts` wants it. */
function optionShortcut(index: number): string | undefined {
  return index < KEYED_OPTIONS ? String(index + 1) : undefined;
}

/** The number in front of an option does what pressing the option does. */
function useOptionKeys(options: readonly Option[], act: (label: string) => void): void {
  const keyed = options
    .slice(0, KEYED_OPTIONS)
    .map(({ label }, index) => [String(index + 1), () => act(label)] as const);
  useKeys("request", Object.fromEntries(keyed));
}
