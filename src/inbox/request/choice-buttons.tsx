import { useId } from "preact/hooks";
import type { Option } from "../../domain/question.ts";
import { useKeys } from "../keys.ts";
import type { AnswerProps } from "./answer-form.tsx";
import { isTooSoon } from "./calm.ts";
import { OptionButton } from "./option-button.tsx";
import { KEYED_OPTIONS } from "./option-key.tsx";

interface Props extends AnswerProps {
  readonly options: readonly Option[];
}

/** One press answers; so does the number in front. */
export function ChoiceButtons({ options, question, isBusy, onSend, shownAtMs }: Props) {
  const id = useId();
  const { default: proposed } = question;
  const first = proposed !== undefined && "choice" in proposed ? proposed.choice : undefined;
  const press = (choice: string) => {
    if (!isBusy) onSend({ choice });
  };
  const keyed = options.slice(0, KEYED_OPTIONS).map(({ label }, index) => {
    const pressKey = () => {
      if (!isTooSoon(shownAtMs)) press(label);
    };
    return [String(index + 1), pressKey] as const;
  });
  useKeys("request", Object.fromEntries(keyed));
  return (
    <ul class="options">
      {options.map((option, index) => (
        <li key={option.label}>
          <OptionButton
            {...{ option, index, isBusy }}
            id={`${id}-${index}`}
            isProposed={first === option.label}
            onPress={() => press(option.label)}
          />
        </li>
      ))}
    </ul>
  );
}
