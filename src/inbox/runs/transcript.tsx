import type { RunEntry } from "../../ports/earshot/runs.ts";
import { shownJson } from "../../render/shown-json.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { KIND_TEXTS } from "./run-words.ts";

interface Props {
  readonly entries: readonly RunEntry[];
  readonly isLive: boolean;
}

/** What was said and done in a run. Whoever reads is not moved when something is appended. */
export function TranscriptEntries({ entries, isLive }: Props) {
  return (
    <div class="transcript">
      {entries.length === 0 ? (
        <Empty title="Nothing has happened in it yet">
          {isLive ? "It is running: what it does appears here." : "Its log is empty."}
        </Empty>
      ) : (
        <ol aria-label="Transcript">
          {entries.map((entry) => (
            <TranscriptEntry key={entry.index} entry={entry} />
          ))}
        </ol>
      )}
      {isLive ? (
        <p class="tone tone-live" role="status">
          Running: new entries appear here
        </p>
      ) : null}
    </div>
  );
}

function TranscriptEntry({ entry }: { readonly entry: RunEntry }) {
  const { kind, title, text, data, at } = entry;
  return (
    <li class={`run-step step-${kind}`}>
      <span class="step-kind">{KIND_TEXTS[kind]}</span>
      <p class="step-head">
        <strong>{visibleText(title, { keepLines: false })}</strong>
        <Time at={at} />
      </p>
      {text === "" ? null : <p class="said">{visibleText(text)}</p>}
      {data === undefined ? null : (
        <details>
          <summary>Data</summary>
          <pre>{shownJson(data)}</pre>
        </details>
      )}
    </li>
  );
}
