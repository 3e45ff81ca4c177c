import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import { asksWho } from "../text/asks-who.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { paragraphs } from "../wording/list.ts";
import { meaningWords, unknownWords, whoWords, whyWords } from "../wording/question-back-words.ts";
import { questionForm } from "../wording/question-words.ts";
import type { Wording } from "../wording/wording.ts";
import { aboutOf } from "./answers.ts";

const WHY =
  /(?<!\p{L})(?:why|what for|how come|warum|wozu|por qué|pourquoi|perché|por que|waarom|dlaczego|なぜ|为什么)(?!\p{L})/iu;

/**
 * A question instead of an answer: what can be said about our own questions is said. Nobody works
 * on it yet who could answer the rest. It changes nothing, and nothing is asked twice.
 */
export function answered(wording: Wording, text: string, open: readonly Clarification[]): Turn {
  const meant = open.filter(
    ({ topic, question }) => shareIn(contentOf(text), contentOf(`${topic} ${question}`)) > 0,
  );
  return {
    say: sayTo(wording, text, { meant, open }),
    form: questionForm(wording, open),
    steps: [],
  };
}

function sayTo(
  wording: Wording,
  text: string,
  { meant, open }: Readonly<Record<"meant" | "open", readonly Clarification[]>>,
): string {
  if (asksWho(text)) return paragraphs(whoWords(wording), wording.say("back.rest"));
  if (WHY.test(text)) return whyWords(wording);
  if (aboutOf(text).has("need")) return meaningWords(wording, open);
  return meant.length > 0 ? meaningWords(wording, meant) : unknownWords(wording);
}
