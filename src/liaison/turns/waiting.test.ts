import { expect, test } from "vitest";
import type { Exchange, Liaison } from "../../domain/liaison/liaison.ts";
import { derivedTask } from "../../domain/liaison/liaison.ts";
import { moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import { anId } from "../../testing/builders.ts";
import { aLiaison } from "../../testing/liaison-values.ts";
import { createMind } from "../create-mind.ts";

const NOW = "2026-11-24T10:00:00.000Z";
const CLEAR =
  "Write a two page report on electric bikes in Germany for our sales team, PDF, by Friday, with sources. Just do it.";
const turns = await createMind().turns();

function exchange(role: Exchange["role"], content: string, liaison: Liaison): Exchange {
  const { phase, round } = liaison;
  return { id: anId("msg"), role, content, timestamp: NOW, phase, round };
}

/** The conversation once the liaison has replied. */
async function replied(liaison: Liaison): Promise<Liaison> {
  const calibrate = (score: number) => score;
  const input = { liaison, now: NOW, cases: [], isWorkerThere: true, calibrate } as const;
  const { say, steps } = await turns.turn(input);
  const reply = exchange("assistant", say, liaison);
  return moveLiaison(liaison, { type: "turn", steps, reply }, NOW);
}

async function say(content: string, liaison: Liaison): Promise<Liaison> {
  const said = exchange("human", content, liaison);
  return await replied(moveLiaison(liaison, { type: "say", exchange: said, dueAt: NOW }, NOW));
}

const begun = async (content: string) => await say(content, aLiaison());
const reply = ({ exchanges }: Liaison) => exchanges.at(-1)?.content ?? "";
const limits = (liaison: Liaison) => derivedTask(liaison)?.constraints ?? [];

test("before it begins, who asks to wait is neither asked nor served", async () => {
  const asked = await begun("I need a dashboard");
  const waiting = await say("Hold on, I must ask my boss first.", asked);
  expect(waiting).toMatchObject({ phase: "problem_definition" });
  expect(waiting.turnsAsked).toBe(asked.turnsAsked);
  expect(reply(waiting)).toContain("I wait: nothing begins");
});

test("the worker is told to wait by a limit, and a go takes it away", async () => {
  const shown = await begun(CLEAR);
  expect(shown.phase).toBe("awaiting_task_completion");
  const waiting = await say("Hold on, I must ask my boss first.", shown);
  expect(limits(waiting).join("\n")).toContain("On hold, as the person said: ");
  expect(reply(waiting)).toContain("whoever does the task is told to wait");
  const on = await say("OK, go on.", waiting);
  expect(limits(on).join("\n")).not.toContain("On hold");
});

test("what is said beside an agreement goes to the worker, and a bare one changes nothing", async () => {
  const shown = await begun(CLEAR);
  const agreed = await say("schreib einfach los, und die Katze muss auf jeden Fall mit", shown);
  expect(JSON.stringify(derivedTask(agreed))).toContain("Katze");
  expect((await say("OK, go on.", shown)).specifications).toEqual(shown.specifications);
});

test("after a result, the verdict stays open for who has no time yet", async () => {
  const shown = await begun(CLEAR);
  const result = { result: "The report.", by: "scout" };
  const done = await replied(moveLiaison(shown, { type: "complete", result, dueAt: NOW }, NOW));
  const later = await say("In a meeting, will get back to you tonight.", done);
  expect(later).toMatchObject({ phase: "feedback_collection", feedback: [] });
  expect(reply(later)).toContain("Take your time");
  const asked = await say("Which makers are in it?", done);
  expect(reply(asked)).toContain("I pass your question on to scout.");
});

test("all that was said of a result goes to the next round word for word, unless it is taken back", async () => {
  const shown = await begun(CLEAR);
  const result = { result: "The report.", by: "scout" };
  const done = await replied(moveLiaison(shown, { type: "complete", result, dueAt: NOW }, NOW));
  const words = "Please change the title. she's Paula!!";
  const again = await say(words, done);
  expect(again).toMatchObject({ phase: "awaiting_task_completion", round: 2 });
  const told = (liaison: Liaison) =>
    JSON.stringify(derivedTask(liaison)?.context["material"] ?? []);
  expect(JSON.parse(told(again))).toEqual([
    { exchange: again.exchanges.at(-2)?.id, kind: "feedback", text: words },
  ]);
  expect(reply(again)).toContain("with all your words");
  expect(told(await say("It must have a glossary too.", again))).toBe(told(again));
  expect(told(await say("Scratch that.", again))).toBe("[]");
});

test("a doubt about what was understood gets what stands, and no status", async () => {
  const shown = await begun(CLEAR);
  const doubted = await say("You got about a third of what I said.", shown);
  expect(reply(doubted)).toContain("I am sorry if I took you wrong.");
  expect(reply(doubted)).toContain("This is what stands now:");
  expect(doubted.published).toBeGreaterThan(0);
});

test("a question beside a fact is answered first, and the change follows", async () => {
  const shown = await begun(CLEAR);
  const said = await say("How long will it take? It must name five makers.", shown);
  expect(reply(said)).toMatch(/is being worked on[\s\S]{1,400}five makers/);
});
