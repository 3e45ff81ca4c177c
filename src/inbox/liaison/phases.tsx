import { type Liaison, PHASES, type Phase } from "../../domain/liaison/liaison.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Time } from "../ui/time.tsx";
import { say } from "./messages/messages.ts";
import { phaseNumber, phaseWords } from "./words.ts";

/** Its current phase, and how it got there. */
export function Phases({ liaison }: { readonly liaison: Liaison }) {
  const { phase, phase_transitions: moves } = liaison;
  const now = phaseNumber(phase);
  return (
    <section class="phases" aria-label={say("phases")}>
      <ol class="phase-line">
        {PHASES.map((one) => {
          const number = phaseNumber(one);
          return (
            <li
              key={one}
              class={number < now ? "is-past" : ""}
              aria-current={one === phase ? "step" : undefined}
            >
              <span class="phase-number" aria-hidden="true">
                {number < now ? "✓" : number}
              </span>
              {phaseWords(one)}
            </li>
          );
        })}
      </ol>
      <details>
        <summary>{say("phases.history", { count: moves.length })}</summary>
        <ol class="phase-moves">
          {moves.map(({ to, at, reason, round }, index) => (
            <li key={index}>
              <strong>{phaseWords(to)}</strong>
              <span class="muted">{say("round-of.inside", { round })}</span>
              <Time at={at} />
              <bdi>{visibleText(reason)}</bdi>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

/** The phase in words, and as filled boxes out of four. */
export function PhaseMark({ phase }: { readonly phase: Phase }) {
  const reached = phaseNumber(phase);
  return (
    <span class="phase-mark">
      <svg viewBox="0 0 34 8" aria-hidden="true" focusable="false">
        {PHASES.map((one, index) => (
          <rect
            key={one}
            x={index * 9 + 0.5}
            y="0.5"
            width="6"
            height="7"
            class={index < reached ? "is-reached" : ""}
          />
        ))}
      </svg>
      {phaseWords(phase)}
    </span>
  );
}
