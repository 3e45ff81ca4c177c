import { importanceWord, type Requirement } from "../../domain/liaison/task-specification.ts";
import { visibleText } from "../../render/visible-text.ts";
import { ShareMeter } from "../ui/share-meter.tsx";

interface Props {
  readonly requirements: readonly Requirement[];
}

/** What is asked for, what matters most first. */
export function Requirements({ requirements }: Props) {
  if (requirements.length === 0) return null;
  const ranked = requirements.toSorted((a, b) => b.importance - a.importance);
  return (
    <div class="specification-part">
      <h4>Requirements</h4>
      <ul class="requirements">
        {ranked.map((requirement) => (
          <One key={requirement.id} requirement={requirement} />
        ))}
      </ul>
    </div>
  );
}

function One({ requirement }: { readonly requirement: Requirement }) {
  const { description, importance, constraints, examples, extracted_from } = requirement;
  const word = importanceWord(importance);
  return (
    <li>
      <span class="requirement-rank">
        <ShareMeter label="Importance" share={importance} text={word} />
        <span class="requirement-word">{word}</span>
      </span>
      <span class="requirement-words">
        <bdi>{visibleText(description)}</bdi>
        {extracted_from.length === 0 ? <span class="assumed-mark">assumed</span> : null}
        <More title="Within" items={constraints} />
        <More title="Such as" items={examples} />
      </span>
    </li>
  );
}

function More({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <span class="row-note">
      {title}: <bdi>{visibleText(items.join("; "))}</bdi>
    </span>
  );
}
