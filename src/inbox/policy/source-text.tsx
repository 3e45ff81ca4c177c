import { useId, useRef } from "preact/hooks";
import { visibleText } from "../../render/visible-text.ts";
import type { PlacedFault } from "./json-lines.ts";
import { say } from "./messages/messages.ts";

interface Props {
  readonly text: string;
  readonly faults: readonly PlacedFault[];
  readonly onInput: (text: string) => void;
}

/** A text with numbered lines; a fault is a button that goes to its line. */
export function SourceText({ text, faults, onInput }: Props) {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  const count = text.split("\n").length;
  const faulty = new Set(faults.map(({ line }) => line));
  return (
    <div class="source">
      <label for={id}>{say("source")}</label>
      <div class="source-box">
        <ol class="source-lines" aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <li key={index} class={faulty.has(index + 1) ? "faulty" : ""}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          id={id}
          ref={ref}
          class="source-text"
          wrap="off"
          rows={count}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={faults.length > 0}
          aria-describedby={`${id}-faults`}
          value={text}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </div>
      <div id={`${id}-faults`} role="alert">
        <ul class="faults">
          {faults.map((fault) => (
            <li key={fault.text}>
              <button type="button" class="link" onClick={() => goToLine(ref.current, fault.line)}>
                {say("fault.line", { line: fault.line })}
              </button>{" "}
              {visibleText(fault.text)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** How much stays visible above the target line. */
const LINES_ABOVE = 5;

function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  // The text is as high as its lines: the box around it scrolls.
  const top = (area.scrollHeight / lines.length) * (line - LINES_ABOVE);
  area.parentElement?.scrollTo({ top });
}
