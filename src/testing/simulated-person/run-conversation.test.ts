import { expect, test } from "vitest";
import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId, MessageId } from "../../domain/id.ts";
import type { Clarification, Exchange, Phase } from "../../domain/liaison/liaison.ts";
import type { LiaisonReply } from "../../ports/earshot/liaison.ts";
import { createFakeClock } from "../fake-clock.ts";
import type { KnownTask } from "./known-task.ts";
import { measurePeople } from "./measure-people.ts";
import type { Persona } from "./personas.ts";
import { type ConversationDoors, runConversation } from "./run-conversation.ts";
import { createSimulatedPerson } from "./simulated-person.ts";

const ID: ConversationId = "cnv_00000000000000000000000000";
const AT = "2026-01-01T00:00:00.000Z";
const TASK: KnownTask = {
  message: "I would like to plan a trip to Paris.",
  details: [
    { topic: "Duration of the trip", answer: "one week", importance: 3 },
    { topic: "Budget for the trip", answer: "1,000 euros" },
  ],
};

/** A door that asks for these topics turn by turn, then has a task done until its result is accepted. */
function openDoors(topics: readonly (readonly string[])[]) {
  const heard: string[] = [];
  const exchanges: Exchange[] = [];
  const clarifications: Clarification[] = [];
  let phase: Phase = "problem_definition";
  let turn = 0;

  function say(role: Exchange["role"], content: string): MessageId {
    const id: MessageId = `msg_${String(exchanges.length).padStart(26, "0")}`;
    exchanges.push({ id, role, content, timestamp: AT, phase, round: 1 });
    return id;
  }

  function reply(response: string): LiaisonReply {
    return {
      conversation_id: ID,
      response,
      phase,
      is_sufficient: phase !== "problem_definition",
      missing_aspects: [],
      suggested_questions: [],
    };
  }

  function hear(message: string): LiaisonReply {
    heard.push(message);
    say("human", message);
    if (phase === "feedback_collection") {
      phase = message.includes("accept") ? "completed" : "awaiting_task_completion";
      return reply("Thank you.");
    }
    const asked = topics[turn++];
    if (asked === undefined) {
      phase = "awaiting_task_completion";
      return reply("That is clear.");
    }
    const asked_in = say("assistant", asked.join(", "));
    for (const topic of asked) {
      const question = `What of the ${topic}?`;
      clarifications.push({ topic, question, options: [], status: "open", asked_in });
    }
    return reply("Is that right? Tell me more.");
  }

  const doors: ConversationDoors = {
    person: {
      beginConversation: ({ initial_message }) => Promise.resolve(hear(initial_message)),
      continueConversation: ({ message }) => Promise.resolve(hear(message)),
      showLiaison: () => Promise.resolve({ exchanges, clarifications, specifications: [] }),
    },
    worker: {
      taskCompleted() {
        phase = "feedback_collection";
        return Promise.resolve(reply("What do you think of it?"));
      },
    },
  };
  return { doors, heard };
}

function simulate(task = TASK, persona: Persona = "cooperative") {
  return createSimulatedPerson({ persona, task, seed: 3 });
}

test("a conversation is held from the first message to the accepted result", async () => {
  const { doors, heard } = openDoors([["budget"], ["trip duration", "pets"]]);
  const feedback = { acceptRound: 2, complaints: ["The hotel is loud."] };
  const record = await runConversation(doors, simulate({ ...TASK, feedback }));
  expect(heard).toEqual([
    TASK.message,
    "1,000 euros.",
    "trip duration: one week.\nNo preference for the rest.",
    "The hotel is loud.",
    expect.stringContaining("I accept it"),
  ]);
  expect(record).toMatchObject({
    conversation_id: ID,
    persona: "cooperative",
    turns: 5,
    turnsAsked: 2,
    questions: 3,
    recall: 1,
    told: 1,
    recallByTurn: [0.25, 1],
    askedTwice: 0,
    outcome: "completed",
    reachedGate: true,
    phases: [
      "problem_definition",
      "awaiting_task_completion",
      "feedback_collection",
      "awaiting_task_completion",
      "feedback_collection",
      "completed",
    ],
  });
});

test("a question that asks for no detail is agreed to", async () => {
  const { doors, heard } = openDoors([[]]);
  await runConversation({ person: doors.person }, simulate());
  expect(heard[1]).toBe("Yes, go ahead.");
});

test("a detail that is asked for in two turns is counted", async () => {
  const { doors } = openDoors([["budget"], ["budget for the trip"]]);
  expect(await runConversation(doors, simulate())).toMatchObject({ askedTwice: 1, recall: 0.25 });
});

test("without a worker it ends where the task waits for one", async () => {
  const { person } = openDoors([]).doors;
  const record = await runConversation({ person }, simulate());
  expect(record).toMatchObject({ outcome: "waits for a worker", reachedGate: true, turns: 1 });
});

test("it ends after the most turns, also where it goes round", async () => {
  const endless = openDoors(Array.from({ length: 50 }, () => ["pets"]));
  const record = await runConversation(endless.doors, simulate(), { mostTurns: 4 });
  expect(record).toMatchObject({ outcome: "out of turns", turns: 4, reachedGate: false });
  const { doors } = openDoors([]);
  const never = { acceptRound: 100 };
  const round = await runConversation(doors, simulate({ ...TASK, feedback: never }), {
    mostTurns: 5,
  });
  expect(round).toMatchObject({ turns: 5, reachedGate: true });
});

test("the time that a person takes passes before they speak", async () => {
  const clock = createFakeClock();
  const began = clock.now();
  const { doors } = openDoors([["budget"]]);
  const late = simulate(TASK, "late");
  const { delayMs } = await runConversation(doors, late, { wait: clock.advance });
  expect(delayMs).toBeGreaterThanOrEqual(3 * 3_600_000);
  expect(clock.now() - began).toBe(delayMs);
});

test("an error of the door travels", async () => {
  const { doors } = openDoors([]);
  const person = {
    ...doors.person,
    beginConversation: () => Promise.reject(new EarshotError("NOT_ALLOWED", "It is not yours.")),
  };
  await expect(runConversation({ person }, simulate())).rejects.toThrow("It is not yours.");
});

test("figures are means over the tasks, for each persona", async () => {
  const { doors } = openDoors([["budget"]]);
  const tasks = [TASK, TASK];
  const [cooperative, terse, ...others] = await measurePeople({
    tasks,
    personas: ["cooperative", "terse"],
    doors: { person: doors.person },
  });
  expect(others).toEqual([]);
  expect(cooperative).toMatchObject({
    persona: "cooperative",
    tasks: 2,
    reachedGate: 1,
    completed: 0,
    askedTwice: 0,
    recall: 0.125,
    recallByTurn: [0.125],
    questionsPerTurn: 1,
  });
  expect(terse).toMatchObject({ persona: "terse", tasks: 2, recall: 0 });
});
