import { Button } from "../../ui/button.tsx";
import { say, sayWith } from "./messages/messages.ts";

const FILTERS = [
  "kind:question",
  "level:high",
  "level:critical",
  "is:mine",
  "is:others",
  "is:unseen",
  "is:overdue",
  "is:claimed",
  "status:approved",
  "status:rejected",
  "status:open",
  "older:1h",
  "newer:1d",
];

interface Props {
  readonly text: string;
  readonly onAdd: (filter: string) => void;
}

/** What a search can be kept to, each by a press. */
export function Filters({ text, onAdd }: Props) {
  const words = new Set(text.split(/\s+/));
  return (
    <div class="filters">
      <p class="hint">
        {sayWith("filters.about", {
          agent: <code>agent:ci</code>,
          tool: <code>tool:transfer</code>,
          by: <code>by:ana</code>,
        })}
      </p>
      <ul aria-label={say("filters")}>
        {FILTERS.filter((filter) => !words.has(filter)).map((filter) => (
          <li key={filter}>
            <Button onClick={() => onAdd(filter)}>{filter}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
