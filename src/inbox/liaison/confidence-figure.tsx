import { derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import { ShareMeter } from "../ui/share-meter.tsx";
import { shareText } from "./words.ts";

/** How sure the liaison is of what stands for the task now. */
export function ConfidenceFigure({ liaison }: { readonly liaison: Liaison }) {
  const score = derivedTask(liaison)?.confidence.score;
  if (score === undefined) return <span class="muted">–</span>;
  const text = shareText(score);
  return (
    <span class="share">
      <ShareMeter label="Confidence" share={score} text={text} />
      <span class="figure">{text}</span>
    </span>
  );
}
