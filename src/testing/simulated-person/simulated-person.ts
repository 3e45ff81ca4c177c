import { HOUR_MS, SECOND_MS } from "../../domain/time.ts";
import { createRandom, type Random } from "../simulator/random.ts";
import { type AskedOfPerson, questionsOf } from "./asked-questions.ts";
import type { KnownDetail, KnownTask } from "./known-task.ts";
import { matchDetail } from "./match-detail.ts";
import { type AskedDetail, type Persona, REPLIES } from "./personas.ts";

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

/** The state of a detail so far. */
export interface DetailState {
  readonly detail: KnownDetail;
  /** In how many turns it was asked for. */
  readonly asked: number;
  readonly isTold: boolean;
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
}

const COMPLAINT = "It is not what I wanted.";
const PRAISE = "That is exactly what I wanted. I accept it, thank you.";

export function createSimulatedPerson({
  persona,
  task,
  seed = 1,
}: SimulatedPersonOptions): SimulatedPerson {
  const random = createRandom(seed);
  const asked = new Map<KnownDetail, number>();
  const told = new Set<KnownDetail>();
  let hasContradicted = false;
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
    return { asked: [...found.values()], unknown };
  }

  return {
    persona,
    task,
    begin: () => say(task.message),
    reply(turnOfLiaison) {
      const read = readAsked(turnOfLiaison);
      for (const { detail } of read.asked) asked.set(detail, (asked.get(detail) ?? 0) + 1);
      const moment = { ...read, turn, told: [...told], hasContradicted, random };
      const reply = REPLIES[persona](moment);
      for (const detail of reply.told) told.add(detail);
      hasContradicted ||= reply.contradicted !== undefined;
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
      })),
  };
}

function delayOf(persona: Persona, random: Random): number {
  return persona === "late" ? random.int(1, 24) * HOUR_MS : random.int(2, 60) * SECOND_MS;
}
