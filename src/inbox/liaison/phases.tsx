import { type Liaison, PHASES } from "../../domain/liaison/liaison.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Time } from "../ui/time.tsx";
import { PHASE_WORDS, phaseNumber } from "./words.ts";

/** Where it is on its way, and how it came there. */
export function Phases({ liaison }: { readonly liaison: Liaison }) {
  const { phase, phase_transitions: moves } = liaison;
  const now = phaseNumber(phase);
  return (
    <section class="phases" aria-label="Phases">
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
              {PHASE_WORDS[one]}
            </li>
          );
        })}
      </ol>
      <details>
        <summary>How it came here ({moves.length})</summary>
        <ol class="phase-moves">
          {moves.map(({ to, at, reason, round }, index) => (
            <li key={index}>
              <strong>{PHASE_WORDS[to]}</strong>
              <span class="muted">round {round}</span>
              <Time at={at} />
              <bdi>{visibleText(reason)}</bdi>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
