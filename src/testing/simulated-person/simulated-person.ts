import { HOUR_MS, SECOND_MS } from "../../domain/time.ts";
import { createRandom, type Random } from "../simulator/random.ts";
import { type AskedOfPerson, type AskedQuestion, questionsOf } from "./asked-questions.ts";
import type { DetailState, KnownDetail, KnownTask } from "./known-task.ts";
import { type AskedDetail, type Persona, REPLIES } from "./personas.ts";
import { faultsOfTurn, type PersonFault } from "./seen-faults.ts";

export interface SimulatedPersonOptions {
  readonly persona: Persona;
  readonly task: KnownTask;
  /** The same seed says the same; 1 if absent. */
  readonly seed?: number;
}

/** What a person says and how long they take, in milliseconds of the clock in use. */
export interface SaidByPerson {
  readonly text: string;
  readonly delayMs: number;
}

/** Somebody who wants a task done and answers as their persona does; it remembers what it was asked. */
export interface SimulatedPerson {
  readonly persona: Persona;
  readonly task: KnownTask;
  begin(): SaidByPerson;
  /** Answers the details that the turn asks for; what asks for none is agreed to. */
  reply(asked: AskedOfPerson): SaidByPerson;
  /** What they think of the next result. */
  judge(): SaidByPerson;
  details(): readonly DetailState[];
  /** What the person found wrong with the questions so far. */
  faults(): readonly PersonFault[];
}

const COMPLAINT = "It is not what I wanted.";
const PRAISE = "That is exactly what I wanted. I accept it, thank you.";

/** At least so much of what a detail is about stands in a question that asks for it. */
const LEAST = 0.5;
const WORD = /[\p{L}\p{N}]+/gu;
const EMPTY = new Set(
  "a an the of for to in on at by and or is are be do does you your we our it its this that with any some what which how when where who whom would should like want need have has there specific preferred kind type".split(
    " ",
  ),
);

/** Words that stand in the names of all kinds of details. */
const GENERAL = new Set(
  "preference style level detail information interest requirement need choice format".split(" "),
);

/**
 * Makes a person of this persona; the same seed gives the same words.
 * @example
 * ```ts
 * import { createSimulatedPerson } from "earshot/testing";
 *
 * const details = [{ topic: "Budget for the trip", answer: "1,000 euros" }];
 * const task = { message: "I would like to plan a trip to Paris.", details };
 * const person = createSimulatedPerson({ persona: "cooperative", task });
 * console.log(person.begin().text, person.reply({ text: "Gladly. What is your budget?" }).text);
 * ```
 */
export function createSimulatedPerson({
  persona,
  task,
  seed = 1,
}: SimulatedPersonOptions): SimulatedPerson {
  const random = createRandom(seed);
  const asked = new Map<KnownDetail, number>();
  const told = new Set<KnownDetail>();
  const corrected = new Set<KnownDetail>();
  const faults: PersonFault[] = [];
  let turn = 0;
  let round = 0;

  function say(text: string): SaidByPerson {
    return { text, delayMs: delayOf(persona, random) };
  }

  function readAsked(turnOfLiaison: AskedOfPerson) {
    const questions = questionsOf(turnOfLiaison);
    const found = new Map<KnownDetail, AskedDetail>();
    let unknown = 0;
    for (const question of questions) {
      const detail = matchDetail(question, task);
      if (detail === undefined) unknown += 1;
      else if (!found.has(detail)) found.set(detail, { name: question.topic, detail });
    }
    return { asked: [...found.values()], unknown, questions: questions.length };
  }

  return {
    persona,
    task,
    begin: () => say(task.message),
    reply(turnOfLiaison) {
      const read = readAsked(turnOfLiaison);
      const again = read.asked.filter(({ detail }) => told.has(detail)).length;
      faults.push(...faultsOfTurn({ ...read, again }));
      for (const { detail } of read.asked) asked.set(detail, (asked.get(detail) ?? 0) + 1);
      const hasContradicted = corrected.size > 0;
      const moment = { ...read, turn, told: [...told], hasContradicted, random };
      const reply = REPLIES[persona](moment);
      for (const detail of reply.told) told.add(detail);
      if (reply.contradicted !== undefined) corrected.add(reply.contradicted);
      turn += 1;
      return say(reply.text);
    },
    judge() {
      round += 1;
      const { acceptRound = 1, complaints = [] } = task.feedback ?? {};
      if (round >= acceptRound) return say(PRAISE);
      return say(complaints[(round - 1) % Math.max(complaints.length, 1)] ?? COMPLAINT);
    },
    details: () =>
      task.details.map((detail) => ({
        detail,
        asked: asked.get(detail) ?? 0,
        isTold: told.has(detail),
        isCorrected: corrected.has(detail),
      })),
    faults: () => faults,
  };
}

function delayOf(persona: Persona, random: Random): number {
  return persona === "late" ? random.int(1, 24) * HOUR_MS : random.int(2, 60) * SECOND_MS;
}

/** The detail that a question asks for; undefined if the person knows none. */
function matchDetail(
  { topic, question }: AskedQuestion,
  { message, details }: Pick<KnownTask, "message" | "details">,
): KnownDetail | undefined {
  const [named, asked] = [wordsOf(topic), wordsOf(`${topic} ${question}`)];
  const said = wordsOf(message);
  const rated = details
    .map((detail) => ({ detail, how: rate(tellingWords(detail, said), named, asked) }))
    .filter(({ how }) => how >= LEAST);
  return rated.toSorted((one, other) => other.how - one.how)[0]?.detail;
}

/** Every question about a trip holds the trip: what the person began with tells no details apart. */
function tellingWords({ topic }: KnownDetail, said: ReadonlySet<string>): ReadonlySet<string> {
  const words = wordsOf(topic);
  const telling = new Set([...words].filter((word) => !said.has(word) && !GENERAL.has(word)));
  return telling.size === 0 ? words : telling;
}

/** The part of the topic's words that is asked for; of several details the one that is named wins. */
function rate(
  topic: ReadonlySet<string>,
  named: ReadonlySet<string>,
  asked: ReadonlySet<string>,
): number {
  if (topic.size === 0) return 0;
  const share = (words: ReadonlySet<string>) =>
    [...topic].filter((word) => words.has(word)).length / topic.size;
  const part = share(asked);
  return part < LEAST ? 0 : part + share(named);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word)).map(withoutPlural));
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}
