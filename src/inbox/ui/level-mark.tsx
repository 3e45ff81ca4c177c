import { LEVELS, type Level } from "../../domain/authority/action.ts";

const BARS = [0, 1, 2, 3];

/** How much is at stake: bars, a word and a colour, each of which says it alone. */
export function LevelMark({ level }: { readonly level: Level }) {
  const height = LEVELS.indexOf(level);
  return (
    <span class={`level level-${level.toLowerCase()}`}>
      <svg viewBox="0 0 14 12" aria-hidden="true" focusable="false">
        {BARS.map((bar) => (
          <rect
            key={bar}
            x={bar * 3.6}
            y={8.5 - bar * 2.6}
            width="2.4"
            height={3.2 + bar * 2.6}
            rx="0.8"
            class={bar <= height ? "on" : "off"}
          />
        ))}
      </svg>
      {level}
    </span>
  );
}
