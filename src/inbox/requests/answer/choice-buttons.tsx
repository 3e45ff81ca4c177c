import { useId } from "preact/hooks";
import { type Option, withNote } from "../../../domain/requests/question.ts";
import { useKeys } from "../../browser/keys.ts";
import type { AnswerProps } from "./answer-form.tsx";
import { OptionButton } from "./option-button.tsx";
import { KEYED_OPTIONS } from "./option-key.tsx";

interface Props extends AnswerProps {
  readonly options: readonly Option[];
}

/** One press answers; so does the number in front. What was written by then goes with it. */
export function ChoiceButtons({ options, question, draft, isBusy, onSend }: Props) {
  const id = useId();
  const { default: proposed, form } = question;
  const note = form.kind === "choice" && form.allowText === true ? draft.text : "";
  const first = proposed !== undefined && "choice" in proposed ? proposed.choice : undefined;
  const press = (choice: string) => {
    if (!isBusy) onSend(withNote({ choice }, note));
  };
  const keyed = options
    .slice(0, KEYED_OPTIONS)
    .map(({ label }, index) => [String(index + 1), () => press(label)] as const);
  useKeys("request", Object.fromEntries(keyed));
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
