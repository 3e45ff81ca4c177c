import { describe, expect, test } from "vitest";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { MESSAGE_LANGUAGES } from "../../messages/message-language.ts";
import { anId } from "../../testing/builders.ts";
import { aLiaison } from "../../testing/liaison-values.ts";
import { wordingIn } from "../wording/wording.ts";
import { answersTo } from "./answers.ts";
import { DEFAULT_POLICY, type Talk } from "./talk.ts";

const SAID: Exchange = {
  id: anId("msg"),
  role: "human",
  content: "My phone company asks for 41.99 from January. I pay 32 now. Fly from Kassel, please.",
  timestamp: "2026-11-24T10:00:00.000Z",
  phase: "problem_definition",
  round: 1,
};

const TASK = {
  title: "What to say on the phone",
  description: "What to say on the phone.",
  requirements: [
    {
      id: "rqm_1",
      description: "Place: Kassel",
      importance: 0.9,
      constraints: [],
      examples: [],
      extracted_from: [SAID.id],
    },
  ],
  constraints: [],
  success_criteria: [],
  required_capabilities: [],
  context: { budget: "700 euros" },
  assumptions: ["Level: Beginner", "Time to cook: 45 minutes"],
  confidence: {
    score: 0.9,
    reasoning: "",
    confidence_factors: { clarity: 1, completeness: 1, consistency: 1 },
  },
};

async function answer(question: string, language = "en") {
  const liaison = aLiaison({
    phase: "awaiting_task_completion",
    exchanges: [SAID],
    replied: 1,
    title: TASK.title,
  });
  const wording = await wordingIn(language);
  const talk = { liaison, wording, policy: DEFAULT_POLICY } as unknown as Talk;
  return answersTo({ talk, task: TASK, isAsking: false }, [question]);
}

describe("a question", () => {
  test("about what is assumed says so, and that nobody has said it", async () => {
    const { say, open } = await answer("Where does the level Beginner come from?");
    expect(say).toEqual([
      "“Level: Beginner” is what I assume, because nobody has said. Say what it is to be, or that it is to go.",
    ]);
    expect(open).toEqual([]);
    expect((await answer("45 minutes of what?")).say[0]).toContain("Time to cook: 45 minutes");
  });

  test("about a line by quote says from which words it was taken", async () => {
    const { say } = await answer('Why does it say "Place: Kassel"?');
    expect(say[0]).toContain("from your words “Fly from Kassel, please.”");
  });

  test("for a value names it", async () => {
    expect((await answer("Which budget is noted?")).say[0]).toContain("700 euros");
  });

  test("whether something is known is answered by the person's own words", async () => {
    const { say } = await answer("Does whoever does this know about the 41.99?");
    expect(say[0]).toContain("“My phone company asks for 41.99 from January.”");
  });

  test("when it is done is answered by the news", async () => {
    expect((await answer("How long will it take?")).say[0]).toContain("is being worked on");
  });

  test("what else is needed is answered: nothing", async () => {
    expect((await answer("What else do you need?")).say[0]).toContain("Nothing more is needed");
  });

  test("what is known so far is answered by the specification", async () => {
    expect((await answer("What have you got down so far?")).say[0]).toContain("Place: Kassel");
  });

  test("what happens next is answered", async () => {
    expect((await answer("What will happen once I say yes?")).say[0]).toContain("the work begins");
  });

  test("that only the worker can answer stays open", async () => {
    const question = "Is my brother right?";
    expect(await answer(question)).toEqual({ say: [], open: [question] });
  });
});

test.each(MESSAGE_LANGUAGES)(
  "an assumption that is quoted is explained in %s",
  async (language) => {
    const { say, open } = await answer("“Beginner”?", language);
    expect(open).toEqual([]);
    expect(say[0]).toContain("Beginner");
  },
);

test.each([
  ["Are you a real person?", "en"],
  ["Sind Sie ein Mensch?", "de"],
  ["¿Eres una persona?", "es"],
  ["Êtes-vous une vraie personne ?", "fr"],
  ["あなたは人間ですか？", "ja"],
])("%j is answered by what the liaison is", async (question, language) => {
  const { say, open } = await answer(question, language);
  expect(open).toEqual([]);
  expect(say).toEqual([(await wordingIn(language)).say("back.who")]);
});
