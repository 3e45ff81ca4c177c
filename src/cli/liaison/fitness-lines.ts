import type { AgentFitness } from "../../domain/liaison/fitness.ts";
import type { Bounded } from "../../domain/liaison/lower-bound.ts";
import { oneLine } from "../../render/visible-text.ts";
import { inertText, labelledLines, type Page } from "./said-lines.ts";

const NAME_WIDTH = 24;

/** The fitness of an agent: each figure with its lower bound and how much it is based on. */
export function fitnessLines(one: AgentFitness, page: Page): string[] {
  const { agent, fitness, clarity, accepted, rejected } = one;
  const name = oneLine(inertText(agent), NAME_WIDTH);
  return [
    page.style.bold(name),
    row("fitness", fitness === undefined ? "nobody has said anything" : boundedText(fitness)),
    row(
      "results",
      `${accepted} accepted, ${one.needs_improvement} to be improved, ${rejected} rejected, ${one.unrated} that nobody has judged`,
    ),
    row(
      "task clarity",
      `${clarity.score.toFixed(2)} over ${clarity.tasks} tasks; a task took ${clarity.questions.toFixed(1)} questions in ${clarity.turns.toFixed(1)} turns and ${clarity.corrections.toFixed(1)} corrections`,
    ),
    ...Object.entries(one.dimensions).flatMap(([dimension, bounded]) =>
      named(dimension, bounded, page),
    ),
    ...one.requirements.flatMap((bounded) =>
      named(`requirement ${bounded.description}`, bounded, page),
    ),
  ];
}

function named(name: string, bounded: Bounded, page: Page): string[] {
  const shown = oneLine(inertText(name), 60).padEnd(13);
  return labelledLines({ label: "  ", text: `${shown}  ${boundedText(bounded)}` }, page);
}

function boundedText({ value, lower, support }: Bounded): string {
  return `${value.toFixed(2)}, at least ${lower.toFixed(2)} (of ${support.toFixed(1)} feedbacks)`;
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(13)}  ${text}`;
}
