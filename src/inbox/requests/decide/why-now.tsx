import type { Event } from "../../../domain/log/event.ts";
import { nameOf } from "../../parts/words.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";

/** What the agent did just before it asked, by the log. */
export function WhyNow({ steps }: { readonly steps: readonly Event[] }) {
  if (steps.length === 0) return null;
  const failed = steps.filter(({ type }) => type === "tool.failed").length;
  return (
    <section class="part" aria-label="Why now">
      <details>
        <summary>
          <h3>Why now</h3>
          <span class="muted">
            the last {steps.length} tool {steps.length === 1 ? "call" : "calls"}
            {failed === 0 ? "" : `, ${failed} failed`}
          </span>
        </summary>
        <ol class="lines">
          {steps.map(({ seq, type, at, data }) => (
            <li key={seq}>
              <span class={type === "tool.failed" ? "step-failed" : "step-ok"}>
                <Icon name={type === "tool.failed" ? "cross" : "check"} />
                {type === "tool.failed" ? "failed" : "ok"}
              </span>
              <span class="mono grow">
                {nameOf(data?.name ?? "a tool")}
                {data?.error === undefined ? "" : `: ${nameOf(data.error)}`}
              </span>
              <Time at={at} />
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
