import { type ConfidencePoint, derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import type { SpecificationConfidence } from "../../domain/liaison/task-specification.ts";
import { linearScale } from "../charts/scale.ts";
import { Said } from "../parts/said.tsx";
import { ShareMeter } from "../ui/share-meter.tsx";
import { say } from "./messages/messages.ts";
import { confidenceSentence, plainWords, shareText } from "./words.ts";

interface Props {
  readonly confidence: SpecificationConfidence;
  readonly history: Liaison["confidence_history"];
}

/** How sure the liaison is of a version, what that is made up of, and how it developed. */
export function Confidence({ confidence, history }: Props) {
  const { score, reasoning, confidence_factors } = confidence;
  return (
    <div class="specification-part">
      <h4>
        {say("confidence")} <span class="figure">{shareText(score)}</span>
      </h4>
      {reasoning === "" ? null : <Said text={reasoning} />}
      <dl class="factors">
        {Object.entries(confidence_factors).map(([name, share]) => (
          <Factor key={name} name={plainWords(name)} share={share} />
        ))}
      </dl>
      {history.length < 2 ? null : <ConfidenceLine points={history} />}
    </div>
  );
}

function Factor({ name, share }: { readonly name: string; readonly share: number }) {
  const text = shareText(share);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <ShareMeter label={name} share={share} text={text} />
        <span class="figure">{text}</span>
      </dd>
    </div>
  );
}

const WIDTH = 240;
const HEIGHT = 48;
const EDGE = 5;

/** The confidence of each version, in order. */
function ConfidenceLine({ points }: { readonly points: readonly ConfidencePoint[] }) {
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

/** How sure the liaison is of the current task. */
export function ConfidenceFigure({ liaison }: { readonly liaison: Liaison }) {
  const score = derivedTask(liaison)?.confidence.score;
  if (score === undefined) return <span class="muted">–</span>;
  const text = shareText(score);
  return (
    <span class="share">
      <ShareMeter label={say("confidence")} share={score} text={text} />
      <span class="figure">{text}</span>
    </span>
  );
}
