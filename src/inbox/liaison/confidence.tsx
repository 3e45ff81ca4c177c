import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { SpecificationConfidence } from "../../domain/liaison/task-specification.ts";
import { Said } from "../parts/said.tsx";
import { ShareMeter } from "../ui/share-meter.tsx";
import { ConfidenceLine } from "./confidence-line.tsx";
import { plainWords, shareText } from "./words.ts";

interface Props {
  readonly confidence: SpecificationConfidence;
  readonly history: Liaison["confidence_history"];
}

/** How sure the liaison is of a version, of what that is made, and how it came there. */
export function Confidence({ confidence, history }: Props) {
  const { score, reasoning, confidence_factors } = confidence;
  return (
    <div class="specification-part">
      <h4>
        Confidence <span class="figure">{shareText(score)}</span>
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
