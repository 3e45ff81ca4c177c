import type { ComponentType } from "preact";
import { shownJson } from "../../render/shown-json.ts";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { say } from "./messages/messages.ts";
import { Name, Said } from "./said.tsx";
import type { Step } from "./use-growing.ts";

interface Props {
  readonly steps: readonly Step[];
  readonly isLive: boolean;
  /** Shown while nothing has happened, and if it ended that way. */
  readonly nothing: { readonly live: string; readonly over: string };
  /** Shown at the end while more may follow, as in "Running". */
  readonly live: string;
  /** Draws what an agent has replied. */
  readonly Reply?: ComponentType<{ readonly text: string }>;
}

/** What was said and done, in order. The reading position stays when something is appended. */
export function Transcript({ steps, isLive, nothing, live, Reply = Said }: Props) {
  return (
    <div class="transcript">
      {steps.length === 0 ? (
        <Empty title={say("transcript.none")}>{isLive ? nothing.live : nothing.over}</Empty>
      ) : (
        <ol aria-label={say("transcript")}>
          {steps.map((step) => (
            <StepRow key={step.place} step={step} Reply={Reply} />
          ))}
        </ol>
      )}
      {isLive ? (
        <p class="tone tone-live" role="status">
          {say("transcript.live", { state: live })}
        </p>
      ) : null}
    </div>
  );
}

function StepRow({
  step: { at, kind, kindText, head, text, data },
  Reply,
}: Required<Pick<Props, "Reply">> & { readonly step: Step }) {
  return (
    <li class={`run-step step-${kind}`}>
      <span class="step-kind">{kindText}</span>
      <p class="step-head">
        <strong>{head}</strong>
        <Time at={at} />
      </p>
      {text === "" ? null : kind === "reply" ? <Reply text={text} /> : <Said text={text} />}
      {data.map(({ name, value }, index) => (
        <details key={index}>
          <summary>
            <Name text={name} />
          </summary>
          <pre>{shownJson(value)}</pre>
        </details>
      ))}
    </li>
  );
}
