import type { Dialogue, Patterns, Step } from "../../bench/liaison/dialogue.ts";
import { unlike } from "../../bench/liaison/judge-dialogue.ts";
import { openMemoryDoors } from "../../bench/liaison/memory-doors.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import { readConversation } from "../../src/liaison/answers/read-conversation.ts";
import { deriveSpecification } from "../../src/liaison/derive-specification.ts";
import { createEmbeddedUnderstanding } from "../../src/liaison/embedded-understanding.ts";
import {
  type NameWeights,
  type PossibleName,
  signsOfName,
} from "../../src/liaison/learned/name-scoring.ts";
import { createLiaisonTurns } from "../../src/liaison/turns/create-liaison-turns.ts";
import type { DefineInput } from "../../src/ports/model/understanding.ts";
import { minimize } from "./minimize.ts";

const PENALTY = 8;
/** How much the rules count where nothing else is known. */
const BY_RULES = 1.5;
const DIGITS = 4;

/** The names that a task may have after a message, and whether a person would take each. */
interface Choice {
  readonly names: readonly PossibleName[];
  readonly isRight: readonly boolean[];
}

/** Learns from the titles of dialogues which of the phrases names the task. */
export async function learnNames(dialogues: readonly Dialogue[]): Promise<NameWeights> {
  const choices: Choice[] = [];
  for (const dialogue of dialogues) choices.push(...(await choicesIn(dialogue)));
  const rows = choices
    .filter(({ isRight }) => isRight.includes(true) && isRight.includes(false))
    .map(({ names, isRight }) => ({
      isRight,
      byRules: names.map(({ byRules }) => byRules),
      signs: names.map(signsOfName),
    }));
  const known = [...new Set(rows.flatMap(({ signs }) => signs.flat()))].sort();
  const places = new Map(known.map((sign, at) => [sign, at] as const));
  const indexed = rows.map((row) => ({
    ...row,
    signs: row.signs.map((own) => own.map((sign) => places.get(sign) ?? 0)),
  }));
  const point = fitted(indexed, known.length);
  const rounded = (value: number) => Number(value.toFixed(DIGITS));
  return {
    byRules: rounded(point[known.length] ?? 0),
    signs: Object.fromEntries(known.map((sign, at) => [sign, rounded(point[at] ?? 0)])),
  };
}

interface Row {
  readonly isRight: readonly boolean[];
  readonly byRules: readonly number[];
  readonly signs: readonly (readonly number[])[];
}

/** A softmax over the names of each choice; the last weight is that of the rules. */
function fitted(rows: readonly Row[], width: number): Float64Array {
  const start = new Float64Array(width + 1);
  start[width] = BY_RULES;
  return minimize(
    (at, gradient) => {
      let value = 0;
      for (let j = 0; j < at.length; j++) {
        const off = (at[j] ?? 0) - (j === width ? BY_RULES : 0);
        const penalty = j === width ? 2 : PENALTY;
        value += (penalty / 2) * off * off;
        gradient[j] = penalty * off;
      }
      return rows.reduce((sum, row) => sum + addChoice(row, at, gradient), value);
    },
    start,
    { steps: 100, tolerance: 1e-4 },
  );
}

/** Adds to the gradient what a choice says of the weights; its loss. */
function addChoice(
  { isRight, byRules, signs }: Row,
  at: Float64Array,
  gradient: Float64Array,
): number {
  const last = at.length - 1;
  const scores = signs.map((own, name) =>
    own.reduce((sum, sign) => sum + (at[sign] ?? 0), (at[last] ?? 0) * (byRules[name] ?? 0)),
  );
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const sumOf = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0);
  const all = sumOf(parts);
  const right = sumOf(parts.filter((_, name) => isRight[name]));
  const add = (index: number, value: number) => {
    gradient[index] = (gradient[index] ?? 0) + value;
  };
  for (const [name, own] of signs.entries()) {
    const part = parts[name] ?? 0;
    const pull = part / all - (isRight[name] === true ? part / right : 0);
    for (const sign of own) add(sign, pull);
    add(last, pull * (byRules[name] ?? 0));
  }
  return Math.log(all) - Math.log(right);
}

async function choicesIn({ steps, title }: Dialogue): Promise<readonly Choice[]> {
  const choices: Choice[] = [];
  const last = steps.findLast((step) => "says" in step);
  const talk = startTalk();
  for (const step of steps) {
    const read = await talk.take(step);
    const own = "says" in step ? step.title : undefined;
    const wanted = [own, step === last ? title : undefined].filter((one) => one !== undefined);
    if (read !== undefined && wanted.length > 0) choices.push(await choiceOf(read, wanted));
  }
  return choices;
}

/** A conversation with the engine; each step returns what it read of the task, if it did. */
function startTalk() {
  let read: DefineInput | undefined;
  let conversation_id: ConversationId | undefined;
  let isOver = false;
  const embedded = createEmbeddedUnderstanding();
  const { person, worker } = openMemoryDoors(
    createLiaisonTurns({
      ...embedded,
      define(input) {
        read = input;
        return embedded.define(input);
      },
    }),
  );

  async function say(message: string): Promise<void> {
    if (conversation_id === undefined) {
      const begun = await person.beginConversation({ initial_message: message });
      conversation_id = begun.conversation_id;
    } else await person.continueConversation({ conversation_id, message });
  }

  async function complete(task_result: string): Promise<void> {
    const id = conversation_id;
    const phase = id && (await person.showLiaison({ conversation_id: id })).phase;
    isOver = id === undefined || phase !== "awaiting_task_completion";
    if (id !== undefined && !isOver)
      await worker.taskCompleted({ conversation_id: id, task_result });
  }

  return {
    async take(step: Step): Promise<DefineInput | undefined> {
      read = undefined;
      if (isOver) return undefined;
      await ("says" in step ? say(step.says) : complete(step.result));
      return read;
    },
  };
}

/** Each of the names, made the title in turn, as if none had been given before. */
async function choiceOf(input: DefineInput, wanted: readonly Patterns[]): Promise<Choice> {
  const { former: _, ...first } = input;
  const read = readConversation(first);
  const names: PossibleName[] = [];
  await deriveSpecification(read, first, {
    nameScore(name) {
      names.push(name);
      return name.byRules;
    },
  });
  const isRight: boolean[] = [];
  for (const { at, order } of names) {
    const { specification } = await deriveSpecification(read, first, {
      nameScore: (name) => (name.at === at && name.order === order ? 1 : 0),
    });
    isRight.push(wanted.every((one) => unlike(one, specification.title).length === 0));
  }
  return { names, isRight };
}
