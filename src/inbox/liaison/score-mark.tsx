import type { Sentiment } from "../../domain/liaison/feedback.ts";
import { SENTIMENT_MARKS, sentimentWords, shareText } from "./words.ts";

interface Props {
  readonly sentiment: Sentiment;
  /** 0 to 1; 0.5 says nothing. */
  readonly score: number;
}

/** A sentiment as a sign, a word and its score. */
export function ScoreMark({ sentiment, score }: Props) {
  return (
    <span class={`score score-${sentiment}`}>
      <span class="score-sign" aria-hidden="true">
        {SENTIMENT_MARKS[sentiment]}
      </span>
      {sentimentWords(sentiment)} <span class="figure">{shareText(score)}</span>
    </span>
  );
}
