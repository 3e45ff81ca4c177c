import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { paragraphs } from "../wording/list.ts";
import { questionForm } from "../wording/question-words.ts";
import type { Wording } from "../wording/wording.ts";

const WHY =
  /(?<!\p{L})(?:why|what for|how come|warum|wozu|por qué|pourquoi|perché|por que|waarom|dlaczego|なぜ|为什么)(?!\p{L})/iu;

/**
 * A question instead of an answer: what can be said about our own questions is said, and the rest
 * goes to whoever does the task. It changes nothing, and nothing is asked twice.
 */
export function answered(text: string, open: readonly Clarification[], wording: Wording): Turn {
  const { say } = wording;
  const meant = open.filter(
    ({ topic, question }) => shareIn(contentOf(text), contentOf(`${topic} ${question}`)) > 0,
  );
  const topics = open.map(({ topic }) => topic).join(", ");
  const explained = meant.map((one) => meaning(one, wording));
  const known = WHY.test(text) ? [say("back.why", { topics })] : explained;
  return {
    say: paragraphs(...(known.length > 0 ? known : [say("back.passed")]), say("back.rest")),
    form: questionForm(wording, open),
    steps: [],
  };
}

function meaning({ topic, options }: Clarification, { say }: Wording): string {
  const means = say("back.means", { topic });
  return options.length === 0
    ? means
    : `${means} ${say("back.example", { options: options.join("; ") })}`;
}
