import type { ConfidencePoint } from "../../domain/liaison/liaison.ts";
import { linearScale } from "../charts/scale.ts";
import { confidenceSentence } from "./confidence-words.ts";

const WIDTH = 240;
const HEIGHT = 48;
const EDGE = 5;

/** The confidence of each version, in their order. */
export function ConfidenceLine({ points }: { readonly points: readonly ConfidencePoint[] }) {
  const sentence = confidenceSentence(points);
  const x = linearScale({ from: 0, to: points.length - 1 }, { from: EDGE, to: WIDTH - EDGE });
  const y = linearScale({ from: 0, to: 1 }, { from: HEIGHT - EDGE, to: EDGE });
  const places = points.map(({ score }, index) => `${x(index).toFixed(1)},${y(score).toFixed(1)}`);
  return (
    <figure class="confidence-line">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        <line class="edge" x1={EDGE} x2={WIDTH - EDGE} y1={y(0)} y2={y(0)} />
        <line class="edge" x1={EDGE} x2={WIDTH - EDGE} y1={y(1)} y2={y(1)} />
        <path class="line" d={`M${places.join("L")}`} />
        {points.map(({ score }, index) => (
          <circle key={index} cx={x(index)} cy={y(score)} r="2.75" />
        ))}
      </svg>
      <figcaption>{sentence}</figcaption>
    </figure>
  );
}
