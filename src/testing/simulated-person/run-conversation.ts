import type { ConversationId } from "../../domain/id.ts";
import type { Liaison, Phase } from "../../domain/liaison/liaison.ts";
import type {
  BeginConversationInput,
  ContinueConversationInput,
  LiaisonReply,
  TaskCompletedInput,
} from "../../ports/earshot/liaison.ts";
import type { AskedQuestion } from "./asked-questions.ts";
import type { Persona } from "./personas.ts";
import { faultsOfTask, type PersonFault } from "./seen-faults.ts";
import type { SaidByPerson, SimulatedPerson } from "./simulated-person.ts";

/** The liaison as the person has it: `Earshot` in process, or a client with the person's key. */
export interface PersonDoor {
  beginConversation(input: BeginConversationInput): Promise<LiaisonReply>;
  continueConversation(input: ContinueConversationInput): Promise<LiaisonReply>;
  showLiaison(input: {
    readonly conversation_id: ConversationId;
  }): Promise<Pick<Liaison, "exchanges" | "clarifications" | "specifications">>;
}

/** The liaison as the worker has it. */
export interface WorkerDoor {
  taskCompleted(input: TaskCompletedInput): Promise<LiaisonReply>;
}

export interface ConversationDoors {
  readonly person: PersonDoor;
  /** Hands over a result as soon as the task waits for one; absent: it ends there. */
  readonly worker?: WorkerDoor;
}

export interface ConversationOptions {
  /** The most that the person says; 12 where absent. */
  readonly mostTurns?: number;
  /** Lets the time pass that the person takes, mostly on a fake clock. */
  readonly wait?: (ms: number) => Promise<void>;
}

export interface ConversationRecord {
  readonly conversation_id: ConversationId;
  readonly persona: Persona;
  /** How often the person spoke, the first message included. */
  readonly turns: number;
  /** Turns of the liaison that asked for details. */
  readonly turnsAsked: number;
  readonly questions: number;
  readonly details: number;
  /** The part of the details that was asked for, weighted by importance; 1 if there are none. */
  readonly recall: number;
  /** Part of the details that the person told, likewise. */
  readonly told: number;
  /** The recall after each turn that asked. */
  readonly recallByTurn: readonly number[];
  /** Details that were asked for in more than one turn. */
  readonly askedTwice: number;
  /** What a critical person found wrong, each as often as it happened. */
  readonly faults: readonly PersonFault[];
  /** Each time it changed, the first included. */
  readonly phases: readonly Phase[];
  /** A task was published. */
  readonly reachedGate: boolean;
  readonly outcome: "completed" | "waits for a worker" | "out of turns";
  /** How long the person took to answer, in total. */
  readonly delayMs: number;
}

const MOST_TURNS = 12;

/**
 * Holds one whole conversation: from the person's first message until they accept a result.
 * @example
 * ```ts
 * import { createClient } from "earshot/client";
 * import { createSimulatedPerson, runConversation } from "earshot/testing";
 *
 * const door = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const details = [{ topic: "Budget for the trip", answer: "1,000 euros" }];
 * const task = { message: "I would like to plan a trip to Paris.", details };
 * const person = createSimulatedPerson({ persona: "terse", task });
 * const { recall, outcome } = await runConversation({ person: door }, person);
 * ```
 */
export async function runConversation(
  { person: door, worker }: ConversationDoors,
  person: SimulatedPerson,
  { mostTurns = MOST_TURNS, wait = () => Promise.resolve() }: ConversationOptions = {},
): Promise<ConversationRecord> {
  const phases: Phase[] = [];
  const recallByTurn: number[] = [];
  let [turns, questions, delayMs, handovers] = [0, 0, 0, 0];

  async function heard(said: SaidByPerson): Promise<string> {
    turns += 1;
    delayMs += said.delayMs;
    await wait(said.delayMs);
    return said.text;
  }

  async function answer(reply: LiaisonReply): Promise<LiaisonReply> {
    const { conversation_id } = reply;
    const open = openQuestions(await door.showLiaison({ conversation_id }));
    questions += open.length;
    // A text can hold a question that asks for no detail, such as whether all is right so.
    const said = person.reply({ text: reply.response, questions: open });
    if (open.length > 0) recallByTurn.push(shareOf(person, ({ asked }) => asked > 0));
    return door.continueConversation({ conversation_id, message: await heard(said) });
  }

  async function goOn(reply: LiaisonReply): Promise<LiaisonReply | undefined> {
    const { conversation_id, phase } = reply;
    if (phase === "completed") return undefined;
    if (phase === "awaiting_task_completion") {
      if (handovers++ >= mostTurns) return undefined;
      const task_result = person.task.result ?? "It is done.";
      return worker?.taskCompleted({ conversation_id, task_result });
    }
    if (turns >= mostTurns) return undefined;
    if (phase === "problem_definition") return answer(reply);
    return door.continueConversation({ conversation_id, message: await heard(person.judge()) });
  }

  let reply = await door.beginConversation({ initial_message: await heard(person.begin()) });
  for (let next: LiaisonReply | undefined = reply; next !== undefined; next = await goOn(next)) {
    reply = next;
    if (phases.at(-1) !== reply.phase) phases.push(reply.phase);
  }

  return {
    conversation_id: reply.conversation_id,
    persona: person.persona,
    turns,
    turnsAsked: recallByTurn.length,
    questions,
    details: person.task.details.length,
    recall: shareOf(person, ({ asked }) => asked > 0),
    told: shareOf(person, ({ isTold }) => isTold),
    recallByTurn,
    faults: [...person.faults(), ...faultsOfTask(await door.showLiaison(reply), person.details())],
    askedTwice: person.details().filter(({ asked }) => asked > 1).length,
    phases,
    reachedGate: phases.includes("awaiting_task_completion"),
    outcome: outcomeOf(reply.phase),
    delayMs,
  };
}

/** The question in the newest words of the liaison. */
function openQuestions({
  exchanges,
  clarifications,
}: Pick<Liaison, "exchanges" | "clarifications">): readonly AskedQuestion[] {
  const newest = exchanges.findLast(({ role }) => role === "assistant");
  return clarifications.filter(
    ({ status, asked_in }) => status === "open" && asked_in === newest?.id,
  );
}

type State = ReturnType<SimulatedPerson["details"]>[number];

function shareOf(person: SimulatedPerson, counts: (state: State) => boolean): number {
  const weigh = (states: readonly State[]) =>
    states.reduce((sum, { detail }) => sum + (detail.importance ?? 1), 0);
  const states = person.details();
  const whole = weigh(states);
  return whole === 0 ? 1 : weigh(states.filter(counts)) / whole;
}

function outcomeOf(phase: Phase): ConversationRecord["outcome"] {
  if (phase === "completed") return "completed";
  return phase === "awaiting_task_completion" ? "waits for a worker" : "out of turns";
}
