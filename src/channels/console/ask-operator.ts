import { isEarshotError } from "../../domain/errors.ts";
import { answerFromText } from "../../domain/requests/answer-from-text.ts";
import {
  type Answer,
  answerText,
  type Form,
  type Question,
  withNote,
} from "../../domain/requests/question.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import { optionList } from "../../render/option-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import {
  agentLines,
  backgroundLines,
  blockLines,
  notice,
  noticeLine,
  OPERATOR_PROMPT,
  type Screen,
} from "./agent-lines.ts";
import { askFields, type Dialogue, type Reply } from "./ask-fields.ts";
import type { LineReader } from "./line-reader.ts";
import type { Voice } from "./voice.ts";

/** Shows a question on the terminal and reads input until an answer fits its form. */
export async function askOperator(
  dialogue: Dialogue,
  question: Question,
  signal: AbortSignal,
): Promise<Reply> {
  const { reader, voice } = dialogue;
  reader.turn();
  const lines = [...questionLines(question, voice, reader.columns()), ...(dialogue.beside ?? [])];
  const text = lines.join("\n");
  reader.print(text);
  reader.about(text);
  const isForm = question.form.kind === "fields";
  const reply = isForm
    ? await askFields(dialogue, question, signal)
    : await askLine(reader, question, signal);
  const { form } = question;
  if (reply.kind !== "answer" || form.kind === "text" || form.allowText !== true) return reply;
  return await askNote(dialogue, reply.answer, signal);
}

async function askLine(
  reader: LineReader,
  question: Question,
  signal: AbortSignal,
): Promise<Reply> {
  for (;;) {
    const typed = await reader.read(OPERATOR_PROMPT, signal);
    if (typed.kind !== "line") return typed;
    const answer = answerOrNone(reader, question, typed.text);
    if (answer !== undefined) return { kind: "answer", answer };
  }
}

/** Reads words to go with the picked option; an answer that has words already needs none. */
async function askNote(
  { reader, voice }: Dialogue,
  answer: Answer,
  signal: AbortSignal,
): Promise<Reply> {
  if ("text" in answer) return { kind: "answer", answer };
  const typed = await reader.read(`[OPERATOR] ${voice.own.say("prompt.note")}: `, signal);
  if (typed.kind === "line") return { kind: "answer", answer: withNote(answer, typed.text) };
  // Picked options belong to the draft too.
  if (typed.kind === "released")
    return { ...typed, draft: answerText(withNote(answer, typed.draft)) };
  return typed;
}

/** The answer that a line gives, or why it gives none. */
function answerOrNone(reader: LineReader, question: Question, text: string): Answer | undefined {
  if (text === "" && question.default !== undefined) return question.default;
  try {
    return answerFromText(question.form, text);
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    notice(reader, error.message);
    return undefined;
  }
}

/** The question as the terminal shows it, with help for answering it. */
export function questionLines(
  { text, context, form, default: offered }: Question,
  { own, paint }: Voice,
  columns?: number,
): string[] {
  const screen = { columns, paint };
  return [
    agentLines(text, screen),
    ...(context === undefined ? [] : [backgroundLines(context, screen)]),
    ...optionLines(form, own, screen),
    ...(offered === undefined ? [] : offeredLines(shownAnswer(offered), own, screen)),
  ];
}

/** An answer that a single key sends is shown as it is sent. */
function offeredLines(text: string, own: Voice["own"], { columns }: Screen): string[] {
  if (!text.includes("\n"))
    return [noticeLine(own.say("enter.takes", { text: oneLine(text, 200) }), columns)];
  const count = text.split("\n").length;
  const head = own.say("enter.lines", { count });
  return [noticeLine(head, columns), backgroundLines(text, { columns })];
}

function optionLines(form: Form, own: Voice["own"], screen: Screen): string[] {
  if (form.kind !== "choice" && form.kind !== "choices") return [];
  const hints = [
    ...(form.kind === "choices" ? [own.say("options.several")] : []),
    ...(form.allowText === true ? [own.say("options.words")] : []),
  ];
  return [
    blockLines([optionList(form.options, (number) => `${number})`)], screen),
    ...hints.map((hint) => noticeLine(hint, screen.columns)),
  ];
}
