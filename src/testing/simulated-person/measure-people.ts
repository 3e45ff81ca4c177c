import type { KnownTask } from "./known-task.ts";
import { PERSONAS, type Persona } from "./personas.ts";
import {
  type ConversationDoors,
  type ConversationOptions,
  type ConversationRecord,
  runConversation,
} from "./run-conversation.ts";
import { createSimulatedPerson } from "./simulated-person.ts";

export interface MeasurePeopleOptions extends ConversationOptions {
  readonly tasks: readonly KnownTask[];
  /** All of them if absent. */
  readonly personas?: readonly Persona[];
  readonly doors: ConversationDoors;
  /** The seed of the first conversation; each later one has the next. 1 if absent. */
  readonly seed?: number;
}

/** The effort of one kind of people, as means over the tasks. */
export interface PersonaFigures {
  readonly persona: Persona;
  readonly tasks: number;
  readonly recall: number;
  readonly told: number;
  /** The recall after the first turn that asked, after the second, and so on. */
  readonly recallByTurn: readonly number[];
  readonly turns: number;
  /** Per turn of the liaison that asked. */
  readonly questionsPerTurn: number;
  /** Part of the conversations in which a task was published. */
  readonly reachedGate: number;
  /** Part of the conversations that ended with an accepted result. */
  readonly completed: number;
  /** Over all conversations; details that were asked for in more than one turn. */
  readonly askedTwice: number;
  /** What a critical person found wrong, per conversation. */
  readonly faults: number;
}

/**
 * Holds a conversation on every task with every persona, one after another.
 * @example
 * ```ts
 * import { createClient } from "earshot/client";
 * import { measurePeople } from "earshot/testing";
 *
 * const person = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const details = [{ topic: "Budget for the trip", answer: "1,000 euros" }];
 * const tasks = [{ message: "I would like to plan a trip to Paris.", details }];
 * console.log(await measurePeople({ tasks, personas: ["cooperative", "terse"], doors: { person } }));
 * ```
 */
export async function measurePeople({
  tasks,
  personas = PERSONAS,
  doors,
  seed = 1,
  ...options
}: MeasurePeopleOptions): Promise<readonly PersonaFigures[]> {
  const figures: PersonaFigures[] = [];
  let next = seed;
  for (const persona of personas) {
    const records: ConversationRecord[] = [];
    for (const task of tasks) {
      const person = createSimulatedPerson({ persona, task, seed: next++ });
      records.push(await runConversation(doors, person, options));
    }
    figures.push(figuresOf(persona, records));
  }
  return figures;
}

function figuresOf(persona: Persona, records: readonly ConversationRecord[]): PersonaFigures {
  const sum = (read: (record: ConversationRecord) => number) =>
    records.reduce((total, record) => total + read(record), 0);
  const mean = (read: (record: ConversationRecord) => number) =>
    records.length === 0 ? 0 : sum(read) / records.length;
  const deepest = Math.max(0, ...records.map(({ turnsAsked }) => turnsAsked));
  return {
    persona,
    tasks: records.length,
    recall: mean(({ recall }) => recall),
    told: mean(({ told }) => told),
    recallByTurn: Array.from({ length: deepest }, (_, turn) =>
      mean((record) => recallAfter(record, turn)),
    ),
    turns: mean(({ turns }) => turns),
    questionsPerTurn:
      sum(({ questions }) => questions) /
      Math.max(
        sum((r) => r.turnsAsked),
        1,
      ),
    reachedGate: mean(({ reachedGate }) => (reachedGate ? 1 : 0)),
    completed: mean(({ outcome }) => (outcome === "completed" ? 1 : 0)),
    askedTwice: sum(({ askedTwice }) => askedTwice),
    faults: mean(({ faults }) => faults.length),
  };
}

/** Who was not asked any more knows as much as before. */
function recallAfter({ recallByTurn }: ConversationRecord, turn: number): number {
  return recallByTurn[turn] ?? recallByTurn.at(-1) ?? 0;
}
