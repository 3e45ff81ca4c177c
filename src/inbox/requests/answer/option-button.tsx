import type { Option } from "../../../domain/requests/question.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { DECIDES } from "../../browser/looked.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { OptionKey, optionShortcut } from "./option-key.tsx";

interface Props {
  readonly option: Option;
  readonly index: number;
  /** Unique on the page. */
  readonly id: string;
  readonly isProposed: boolean;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** One option, named by its label alone. */
export function OptionButton({ option, index, id, isProposed, isBusy, onPress }: Props) {
  const { label, description } = option;
  return (
    <div class="option">
      <OptionKey index={index} />
      <span class="option-words">
        <button
          {...DECIDES}
          type="button"
          class="option-press"
          aria-describedby={description === undefined ? undefined : id}
          aria-keyshortcuts={optionShortcut(index)}
          aria-disabled={isBusy || undefined}
          onClick={onPress}
        >
          <RevealedText text={visibleText(label, { keepLines: false })} />
        </button>
        {description === undefined ? null : (
          <span class="hint" id={id}>
            <RevealedText text={visibleText(description)} />
          </span>
        )}
      </span>
      {isProposed ? <span class="proposed">proposed</span> : null}
    </div>
  );
}
