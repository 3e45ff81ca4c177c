import { OPERATOR_PROMPT } from "../../channels/console/agent-lines.ts";
import type { Reply } from "../../channels/console/ask-fields.ts";
import { askOperator, questionLines } from "../../channels/console/ask-operator.ts";
import type { LineReader } from "../../channels/console/line-reader.ts";
import type { Terminal } from "../../channels/console/terminal.ts";
import { ENGLISH } from "../../channels/console/voice.ts";
import { EarshotError } from "../../domain/errors.ts";
import { answerFromText } from "../../domain/requests/answer-from-text.ts";
import type { Answer, Question } from "../../domain/requests/question.ts";
import { checkSchema } from "../../system/schema-check.ts";
import type { Stage } from "./stage.ts";

/** The person at this terminal, who may answer instead of the simulated operator. */
export interface Person {
  readonly terminal: Terminal;
  readonly reader: LineReader;
}

export interface OperatorOptions {
  readonly stage: Stage;
  readonly person: Person | undefined;
  readonly signal: AbortSignal;
}

const PATIENCE_MS = 5_000;
/** A person who has begun to type gets more time. */
const TYPING_MS = 12_000;

/** What the operator answers: the person here, or else a simulated one with these words. */
export async function operate(
  { stage, person, signal }: OperatorOptions,
  question: Question,
  words: string,
): Promise<Answer> {
  if (person === undefined) {
    for (const line of questionLines(question, ENGLISH)) stage.dialogue(line);
    await stage.beat();
  } else {
    stage.said(`answer it, or see a simulated operator do so in ${PATIENCE_MS / 1_000} s`);
    const reply = await patiently(person, signal, (both) =>
      askOperator({ reader: person.reader, voice: ENGLISH, checkSchema }, question, both),
    );
    if (reply.kind === "answer") return reply.answer;
  }
  stage.dialogue(`${OPERATOR_PROMPT}${words}`);
  return answerFromText(question.form, words);
}

/** Gives up when the person has not touched a key for some time. */
async function patiently(
  { terminal }: Person,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const over = new AbortController();
  const giveUp = () => over.abort();
  let timer = setTimeout(giveUp, PATIENCE_MS);
  const goOn = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, TYPING_MS);
  };
  terminal.input.on("keypress", goOn);
  try {
    const reply = await ask(AbortSignal.any([signal, over.signal]));
    signal.throwIfAborted();
    if (reply.kind === "interrupt") throw new EarshotError("INTERRUPTED", "Interrupted.");
    return reply;
  } finally {
    clearTimeout(timer);
    terminal.input.off("keypress", goOn);
  }
}
