import type { ComponentChildren } from "preact";
import type {
  DimensionFeedback,
  RequirementFeedback,
  Sentiment,
} from "../../domain/liaison/feedback.ts";
import type { Liaison, RoundFeedback } from "../../domain/liaison/liaison.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Icon } from "../ui/icon.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { WithdrawFeedback } from "./withdraw-feedback.tsx";
import { ACCEPTANCE_ICONS, plainWords, SENTIMENT_MARKS, shareText } from "./words.ts";

interface Props {
  readonly liaison: Liaison;
  readonly onChange: () => void;
}

/** The person's feedback on each round, as it was understood; the newest first. */
export function Feedback({ liaison, onChange }: Props) {
  if (liaison.feedback.length === 0) return null;
  const requirements = new Map(
    liaison.specifications.flatMap((one) =>
      one.requirements.map(({ id, description }) => [id, description] as const),
    ),
  );
  return (
    <section class="section part-work" aria-label={say("feedback")}>
      <h3>{say("feedback")}</h3>
      {liaison.feedback.toReversed().map((one) => (
        <Round key={one.at} feedback={one} requirements={requirements}>
          <WithdrawFeedback liaison={liaison} feedback={one} onDone={onChange} />
        </Round>
      ))}
    </section>
  );
}

interface RoundProps {
  readonly feedback: RoundFeedback;
  readonly requirements: ReadonlyMap<string, string>;
  /** What can be done about it. */
  readonly children: ComponentChildren;
}

function Round({ feedback, requirements, children }: RoundProps) {
  const { round, at, metrics, withdrawn } = feedback;
  const { acceptance_status, overall_satisfaction, interpretation_confidence } = metrics;
  const { dimension_feedback, improvement_suggestions, requirement_feedback } = metrics;
  return (
    <div class="round">
      <h4>{say("round-of", { round })}</h4>
      <p class="round-head">
        <span class={`acceptance acceptance-${acceptance_status}`}>
          <Icon name={ACCEPTANCE_ICONS[acceptance_status]} />
          {say(`acceptance.${acceptance_status}`)}
        </span>
        <span>{sayWith("satisfaction", { share: <Figure share={overall_satisfaction} /> })}</span>
        <span class="muted">
          {sayWith("feedback.understood", {
            share: <Figure share={interpretation_confidence} />,
          })}
        </span>
        <Time at={at} />
      </p>
      {withdrawn === undefined ? null : (
        <p class="muted">
          {sayWith("feedback.withdrawn", {
            who: <bdi>{withdrawn.by}</bdi>,
            reason: <bdi>{withdrawn.reason}</bdi>,
          })}
        </p>
      )}
      {dimension_feedback.length === 0 ? null : (
        <ul class="dimensions" aria-label={say("dimensions", { round })}>
          {dimension_feedback.map((one) => (
            <Dimension key={one.dimension} feedback={one} />
          ))}
        </ul>
      )}
      <Suggestions items={improvement_suggestions} />
      <OfRequirements items={requirement_feedback} names={requirements} />
      {children}
    </div>
  );
}

function Dimension({ feedback }: { readonly feedback: DimensionFeedback }) {
  const { dimension, sentiment, score, confidence, supporting_quotes } = feedback;
  return (
    <li>
      <p class="dimension-head">
        <strong>
          <bdi>{visibleText(plainWords(dimension))}</bdi>
        </strong>
        <ScoreMark sentiment={sentiment} score={score} />
        <span class="muted small">
          {sayWith("confidence.of", { share: <Figure share={confidence} /> })}
        </span>
      </p>
      {supporting_quotes.map((quote, index) => (
        <blockquote key={index}>
          <q>
            <bdi>{visibleText(quote)}</bdi>
          </q>
        </blockquote>
      ))}
    </li>
  );
}

function Suggestions({ items }: { readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div class="specification-part">
      <h5>{say("feedback.suggestions")}</h5>
      <ul class="words-list">
        {items.map((item, index) => (
          <li key={index}>
            <bdi>{visibleText(item)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OfRequirementsProps {
  readonly items: readonly RequirementFeedback[];
  readonly names: ReadonlyMap<string, string>;
}

function OfRequirements({ items, names }: OfRequirementsProps) {
  if (items.length === 0) return null;
  return (
    <div class="specification-part">
      <h5>{say("feedback.by-requirement")}</h5>
      <ul class="words-list">
        {items.map(({ requirement_id, sentiment, score }) => (
          <li key={requirement_id}>
            <bdi>{visibleText(names.get(requirement_id) ?? requirement_id)}</bdi>{" "}
            <ScoreMark sentiment={sentiment} score={score} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ScoreMarkProps {
  readonly sentiment: Sentiment;
  /** 0 to 1; 0.5 says nothing. */
  readonly score: number;
}

/** A sentiment as a sign, a word and its score. */
function ScoreMark({ sentiment, score }: ScoreMarkProps) {
  return (
    <span class={`score score-${sentiment}`}>
      <span class="score-sign" aria-hidden="true">
        {SENTIMENT_MARKS[sentiment]}
      </span>
      {say(`sentiment.${sentiment}`)} <Figure share={score} />
    </span>
  );
}

function Figure({ share }: { readonly share: number }) {
  return <span class="figure">{shareText(share)}</span>;
}
