import { join } from "node:path";
import { digestAspectWeights, learnAspect } from "../../scripts/liaison/learn-aspect.ts";
import { type LabelledAspect, readAspects } from "../../scripts/liaison/read-aspects.ts";
import { ASPECT_WEIGHTS } from "../../src/liaison/learned/aspect-sentiment.generated.ts";
import { aspectSentiment } from "../../src/liaison/learned/aspect-sentiment.ts";

export interface AspectScores {
  readonly accuracy: number;
  /** The mean of the F1 scores of the three classes. */
  readonly macroF1: number;
  /** Expected calibration error of the likeliest class, in ten bins of equal width. */
  readonly ece: number;
}

export interface AspectFigures extends AspectScores {
  readonly aspects: number;
  /** The same without knowing the other aspects. */
  readonly alone: AspectScores;
  /** Whether learning again gave the shipped weights; present only if requested. */
  readonly relearned?: boolean;
}

interface Guess {
  readonly label: number;
  readonly guess: number;
  readonly confidence: number;
}

function guessOf(aspect: LabelledAspect, knowsOthers: boolean): Guess {
  const { text, from, to, others, label } = aspect;
  const query = knowsOthers ? { text, from, to, others } : { text, from, to };
  const { negative, neutral, positive } = aspectSentiment(query);
  const confidence = Math.max(negative, neutral, positive);
  return { label, guess: [negative, neutral, positive].indexOf(confidence), confidence };
}

const isRight = ({ label, guess }: Guess): boolean => label === guess;

function scoreF1(guesses: readonly Guess[], of: number): number {
  const right = guesses.filter(({ label, guess }) => label === of && guess === of).length;
  const told = guesses.filter(({ label, guess }) => label === of || guess === of).length;
  return right === 0 ? 0 : (2 * right) / (told + right);
}

function calibrationError(guesses: readonly Guess[]): number {
  const bins = Map.groupBy(guesses, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  const gaps = Array.from(bins.values(), (bin) => {
    const claimed = bin.reduce((sum, { confidence }) => sum + confidence, 0);
    return Math.abs(claimed - bin.filter(isRight).length);
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / guesses.length;
}

function scoreGuesses(guesses: readonly Guess[]): AspectScores {
  return {
    accuracy: guesses.filter(isRight).length / guesses.length,
    macroF1: [0, 1, 2].reduce((sum, of) => sum + scoreF1(guesses, of), 0) / 3,
    ece: calibrationError(guesses),
  };
}

/** Scores the weights that ship on `mams/val.xml` of the folder, of which they have seen nothing. */
export function measureAspects(dataDir: string, relearn = false): AspectFigures {
  const aspects = readAspects(join(dataDir, "mams", "val.xml"));
  const scores = (knowsOthers: boolean) =>
    scoreGuesses(aspects.map((aspect) => guessOf(aspect, knowsOthers)));
  const figures = { aspects: aspects.length, ...scores(true), alone: scores(false) };
  if (!relearn) return figures;
  const shipped = digestAspectWeights(JSON.parse(ASPECT_WEIGHTS));
  return { ...figures, relearned: digestAspectWeights(learnAspect(dataDir)) === shipped };
}
