import type { Scale, Span } from "./scale.ts";

export interface Tick {
  readonly at: number;
  readonly text: string;
}

interface Props {
  readonly ticks: readonly Tick[];
  readonly scale: Scale;
  /** Where the horizontal lines begin and end. */
  readonly span: Span;
}

/** Horizontal lines with their values on the left. */
export function LeftAxis({ ticks, scale, span }: Props) {
  return (
    <g class="axis">
      {ticks.map(({ at, text }) => (
        <g key={at}>
          <line x1={span.from} x2={span.to} y1={scale(at)} y2={scale(at)} />
          <text x={span.from - 8} y={scale(at)} dy="0.32em" text-anchor="end">
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Values below, each under its tick. */
export function BottomAxis({ ticks, scale, span }: Props) {
  return (
    <g class="axis">
      {ticks.map(({ at, text }) => (
        <g key={at}>
          <line x1={scale(at)} x2={scale(at)} y1={span.from} y2={span.to} />
          <text x={scale(at)} y={span.to + 16} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}
