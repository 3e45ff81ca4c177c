import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { paragraphs } from "../wording/list.ts";
import { questionForm } from "../wording/question-words.ts";

const WHY =
  /(?<!\p{L})(?:why|what for|how come|warum|wozu|por qué|pourquoi|perché|por que|waarom|dlaczego|なぜ|为什么)(?!\p{L})/iu;

/**
 * A question instead of an answer: what can be said about our own questions is said, and the rest
 * goes to whoever does the task. It changes nothing, and nothing is asked twice.
 */
export function answered(text: string, open: readonly Clarification[]): Turn {
  const meant = open.filter(
    ({ topic, question }) => shareIn(contentOf(text), contentOf(`${topic} ${question}`)) > 0,
  );
  return {
    say: paragraphs(
      ...(WHY.test(text) ? reasons(open) : meant.length > 0 ? meant.map(meaning) : [PASSED_ON]),
      REST,
    ),
    form: questionForm(open),
    steps: [],
  };
}

const PASSED_ON = "I cannot answer that myself; I pass it on to whoever does the task.";
const REST = 'Answer as much of my questions as you like; "just do it" begins with what is known.';

function reasons(open: readonly Clarification[]): readonly string[] {
  const topics = open.map(({ topic }) => topic).join(", ");
  return [
    `The result depends on it (${topics}). Without an answer I assume what is most usual, and say so.`,
  ];
}

function meaning({ topic, options }: Clarification): string {
  const examples = options.length === 0 ? "" : ` For example: ${options.join("; ")}.`;
  return `By "${topic}" I mean what the result should be like in that point.${examples}`;
}
