import { present } from "../../domain/present.ts";
import type { SuggestedQuestion } from "../../ports/model/understanding.ts";
import { slotKindOf } from "../cases/library.ts";
import type { QuestionTexts } from "./question-texts.ts";
import topics from "./questions/topics.json" with { type: "json" };
import type { Wording } from "./wording.ts";

const TOPICS: ReadonlyMap<string, string> = new Map(Object.entries(topics));
/** Names and numbers are the same in all languages. */
const OWN_NAME =
  /^(?:[\d %$.,–-]+|[A-Z]{2,6}\d?|[A-Z][a-z]*[A-Z]\w*|Excel|Python|WordPress|Windows|macOS|Instagram|Google (?:Sheets|Forms)|X|Markdown)$/;

/** The question in the person's language. No two of one turn ask in the same words. */
export function askedIn(
  wording: Wording,
  questions: readonly SuggestedQuestion[],
  contradictions: readonly string[] = [],
): readonly SuggestedQuestion[] {
  const { questions: texts } = wording;
  if (texts === undefined) return questions;
  const said = new Set<string>();
  // What contradicts is told in the person's language and their own words.
  const isOfPerson = ({ question }: SuggestedQuestion) =>
    contradictions.some((words) => question.startsWith(words));
  return questions
    .map((one) => (isOfPerson(one) ? one : translated(one, texts, wording)))
    .filter(({ question }) => !said.has(question) && said.add(question));
}

function translated(
  one: SuggestedQuestion,
  texts: QuestionTexts,
  { say }: Wording,
): SuggestedQuestion {
  const { default: taken, ...rest } = one;
  const question = one.topic === "task" ? say("question.task") : questionIn(one.topic, texts);
  if (question === undefined) return { ...rest, question: say("question.else"), options: [] };
  const options = optionsIn(one.options, texts);
  const assumed = taken === undefined || options.length === 0 ? undefined : optionIn(taken, texts);
  return { ...rest, question, options, ...present({ default: assumed }) };
}

function questionIn(topic: string, { topics: questions, kinds }: QuestionTexts) {
  const kind = slotKindOf(topic);
  const own = questions[TOPICS.get(topic) ?? ""];
  return own ?? (kind === undefined ? undefined : kinds[kind].question);
}

/** All or none: options in two languages would be worse than a field for words. */
function optionsIn(options: readonly string[], texts: QuestionTexts): readonly string[] {
  const found = options.map((option) => optionIn(option, texts));
  const known = found.filter((option) => option !== undefined);
  return known.length === options.length ? [...new Set(known)] : [];
}

function optionIn(option: string, { options }: QuestionTexts): string | undefined {
  if (Object.hasOwn(options, option)) return options[option];
  return OWN_NAME.test(option) ? option : undefined;
}

/** How a detail is called in the person's language: "Audience" is "Für wen". */
export function nameIn({ questions }: Wording, topic: string): string {
  if (questions === undefined) return topic;
  const name = topic.toLowerCase();
  const kind = slotKindOf(name) ?? (TOPICS.has(name) ? "goal" : undefined);
  return kind === undefined ? topic : questions.kinds[kind].name;
}
