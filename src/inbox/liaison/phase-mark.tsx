import { PHASES, type Phase } from "../../domain/liaison/liaison.ts";
import { PHASE_WORDS, phaseNumber } from "./words.ts";

/** The phase in words, and as so many of four boxes that are filled. */
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
      {PHASE_WORDS[phase]}
    </span>
  );
}
