import type { Json } from "../../domain/json.ts";
import type { SessionCall, SessionEntry } from "../../domain/sessions/session.ts";
import { shownJson } from "../../render/shown-json.ts";
import { Name, Said } from "../parts/said.tsx";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { headOf, KIND_TEXTS } from "./session-words.ts";

interface Props {
  readonly entries: readonly SessionEntry[];
  readonly isLive: boolean;
}

/** What was said and done in a session. Whoever reads is not moved when something is appended. */
export function SessionTranscript({ entries, isLive }: Props) {
  return (
    <div class="transcript">
      {entries.length === 0 ? (
        <Empty title="Nothing has happened in it yet">
          {isLive ? "What its agent does appears here." : "It ended without an entry."}
        </Empty>
      ) : (
        <ol aria-label="Transcript">
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} />
          ))}
        </ol>
      )}
      {isLive ? (
        <p class="tone tone-live" role="status">
          Not ended: new entries appear here
        </p>
      ) : null}
    </div>
  );
}

function Entry({ entry: { body, at } }: { readonly entry: SessionEntry }) {
  const text = "text" in body ? body.text : "";
  return (
    <li class={`run-step step-${body.kind}`}>
      <span class="step-kind">{KIND_TEXTS[body.kind]}</span>
      <p class="step-head">
        <strong>{headOf(body)}</strong>
        <Time at={at} />
      </p>
      {text === "" ? null : <Said text={text} />}
      {body.kind === "reply" ? body.calls.map((call) => <Call key={call.id} call={call} />) : null}
    </li>
  );
}

function Call({ call: { name, args } }: { readonly call: SessionCall }) {
  return (
    <details>
      <summary>
        <Name text={name} />
      </summary>
      <pre>{shownJson(args as Json)}</pre>
    </details>
  );
}
