import { expect } from "vitest";
import type { ConversationId } from "../../src/domain/id.ts";
import { derivedTask, type Liaison } from "../../src/domain/liaison/liaison.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { TaskEvent } from "../../src/ports/earshot/liaison.ts";

/*
 * The conversations of the people who wanted the liaison, in their words, through any door: what is
 * recorded is the same everywhere, and each door shows the person all that they need.
 */

/** A person at one door, in one conversation of their own. */
export interface StoryDoor {
  /** Says it there, and resolves once the liaison has replied; the first words begin. */
  say(words: string): Promise<ConversationId>;
  /** Presses or picks it there, and resolves once it is taken. */
  pick(label: string): Promise<void>;
  /** What the person reads there now. */
  reads(): Promise<string>;
  /** The labels of what they can press or pick there now; undefined where words are all there is. */
  offers(): Promise<readonly string[] | undefined>;
  readonly owner: Earshot;
  readonly worker: Earshot;
}

const WISH =
  "I need to create an interactive dashboard that shows our sales data from the last quarter. It should highlight our best-performing products and identify any concerning trends.";
const DETAILS =
  "We need to show revenue, units sold, and profit margin. The audience is our executive team who aren't very technical. Bar charts and line graphs would work best.";
const ADDITION = "That looks good. Please make sure it's filterable by region too.";
const FIRST_FEEDBACK =
  "This is mostly good, but the colors are hard to distinguish for someone with color blindness like me. Also, I was hoping to see a way to compare quarters.";
const SECOND_FEEDBACK =
  "Yes, please make those changes. The product analysis is good, but I'd also like to see regional performance more prominently displayed.";
const RESULT = "http://intranet/sales";
const CHANGES = [
  "Make the colors easy to distinguish with color blindness",
  "Add a way to compare quarters",
  "Make regional performance more prominently displayed",
];
const VERDICTS = ["Accept", "Change", "Reject", "No longer needed"];

const bare = (text: string) => text.replace(/\s+/g, " ");

async function read(door: StoryDoor, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await expect.poll(async () => bare(await door.reads())).toContain(bare(text));
  }
}

async function offered(door: StoryDoor, labels: readonly string[]): Promise<void> {
  if ((await door.offers()) === undefined) return;
  await expect.poll(() => door.offers()).toEqual(expect.arrayContaining([...labels]));
}

const scoreOf = ({ confidence_history }: Liaison) => confidence_history.at(-1)?.score ?? 0;

async function eventsOf({ owner }: StoryDoor, id: ConversationId): Promise<TaskEvent[]> {
  const events: TaskEvent[] = [];
  for await (const event of await owner.taskEvents()) {
    if (event.conversation_id === id) events.push(event);
  }
  return events;
}

/** The dashboard, from the wish to the second round. */
export async function tellDashboard(door: StoryDoor): Promise<void> {
  const id = await door.say(WISH);
  const show = () => door.owner.showLiaison({ conversation_id: id });
  const asked = await show();
  expect(asked).toMatchObject({ phase: "problem_definition", is_sufficient: false });
  expect(asked.clarifications.map(({ topic }) => topic)).toEqual([
    "metrics",
    "audience",
    "visuals",
  ]);
  await read(door, ...asked.clarifications.map(({ question }) => question));

  await door.say(DETAILS);
  const begun = await show();
  expect(begun.phase).toBe("awaiting_task_completion");
  expect(scoreOf(begun)).toBeGreaterThanOrEqual(0.85);
  await read(
    door,
    "Interactive dashboard that shows our sales data",
    "Purpose: Create an interactive dashboard",
    "best-performing products",
    "Metrics: revenue, units sold, and profit margin",
    "Audience: our executive team",
    "Visuals: Bar charts and line graphs",
  );
  await offered(door, ["Yes, that is it", "No longer needed"]);

  await door.say(ADDITION);
  const added = await show();
  expect(scoreOf(added)).toBeGreaterThanOrEqual(0.9);
  expect(scoreOf(added)).toBeGreaterThan(scoreOf(begun));
  expect(JSON.stringify(derivedTask(added)?.requirements)).toMatch(/filterable by region/i);
  expect(JSON.stringify(derivedTask(added))).not.toContain("looks good");
  await read(door, "new requirement: It's filterable by region");

  await door.worker.taskCompleted({ conversation_id: id, task_result: RESULT });
  await read(door, RESULT, "What do you think of it?");
  await offered(door, VERDICTS);
  await judge(door, id);

  const events = await eventsOf(door, id);
  expect(events.map(({ type }) => type)).toEqual([
    "task.created",
    "task.updated",
    "task.completed",
    "task.feedback_received",
    "task.feedback_received",
    "task.updated",
  ]);
}

async function judge(door: StoryDoor, id: ConversationId): Promise<void> {
  const show = () => door.owner.showLiaison({ conversation_id: id });
  await door.say(FIRST_FEEDBACK);
  const first = await show();
  const metrics = first.feedback.at(-1)?.metrics;
  const accessibility = metrics?.dimension_feedback.find(
    ({ dimension }) => dimension === "accessibility",
  );
  expect(accessibility?.sentiment).toMatch(/negative/);
  expect(accessibility?.supporting_quotes).not.toEqual([]);
  for (const quote of accessibility?.supporting_quotes ?? []) {
    expect(FIRST_FEEDBACK).toContain(quote);
  }
  expect(metrics?.improvement_suggestions).toEqual(CHANGES.slice(0, 2));
  expect(first.phase).toBe("feedback_collection");
  await read(door, ...CHANGES.slice(0, 2), "the best-performing products", "concerning trends?");
  await offered(door, VERDICTS);

  await door.say(SECOND_FEEDBACK);
  const second = await show();
  expect(second).toMatchObject({ phase: "awaiting_task_completion", round: 2 });
  const judged = second.feedback.at(-1)?.metrics;
  expect(judged?.acceptance_status).toBe("needs_improvement");
  expect(judged?.improvement_suggestions).toEqual(CHANGES);
  const analysis = judged?.dimension_feedback.find(({ dimension }) => dimension === "analysis");
  expect(analysis?.sentiment).toBe("positive");
  const wanted = derivedTask(second)?.requirements.map(({ description }) => description) ?? [];
  expect(wanted.slice(-3)).toEqual(CHANGES);
  await read(door, "This goes into round 2", ...CHANGES);
  await offered(door, ["No longer needed"]);
}

/** The shorter pair: the second message is enough. */
export async function tellInFewWords(door: StoryDoor): Promise<void> {
  const id = await door.say("I need a sales dashboard");
  await door.say(
    "It should show last quarter's revenue, units sold, and profit margin for the executive team.",
  );
  const begun = await door.owner.showLiaison({ conversation_id: id });
  expect(begun.phase).toBe("awaiting_task_completion");
  expect(scoreOf(begun)).toBeGreaterThanOrEqual(0.85);
  const wanted = derivedTask(begun)?.requirements.map(({ description }) => description);
  expect(wanted).toContain("Metrics: revenue, units sold, and profit margin");
  expect(wanted).toContain("Audience: the executive team");
  await read(door, "Metrics: revenue, units sold, and profit margin", "the executive team");
}

/** Questions go both ways: the worker's to the person, and the person's to the worker. */
export async function tellQuestions(door: StoryDoor): Promise<void> {
  const id = await door.say("I need a sales dashboard");
  await door.say(
    "It should show last quarter's revenue, units sold, and profit margin for the executive team.",
  );
  const show = () => door.owner.showLiaison({ conversation_id: id });
  const before = await show();
  const form = {
    kind: "choice",
    options: [{ label: "Portrait" }, { label: "Landscape" }],
    allowText: true,
  } as const;
  await door.worker.taskProgress({ conversation_id: id, status: "begun" });
  const { request } = await door.worker.ask({ text: "Which way up?", conversation: id, form });
  await read(door, "Which way up?");
  if ((await door.offers()) === undefined) await read(door, "Portrait, Landscape");
  await offered(door, ["Portrait", "Landscape"]);
  await door.pick("Landscape");
  await expect
    .poll(async () => (await door.worker.wait({ id: request.id })).request)
    .toMatchObject({ status: "answered", answer: { choice: "Landscape" } });
  const again = door.owner.answer({ id: request.id, answer: { choice: "Portrait" } });
  await expect(again).rejects.toMatchObject({ code: "REQUEST_CLOSED" });
  expect((await show()).specifications).toEqual(before.specifications);
  await read(door, "Landscape");

  await door.worker.taskCompleted({ conversation_id: id, task_result: RESULT });
  await read(door, RESULT);
  await door.say("Where did you get the 14% from?");
  await read(door, "I pass your question on to");
  const asked = (await eventsOf(door, id)).find(({ type }) => type === "task.question_asked");
  if (asked?.type !== "task.question_asked") throw new Error("Nothing was passed on.");
  await door.worker.taskProgress({
    conversation_id: id,
    status: "From the table of returns.",
    answers: asked.exchange,
  });
  await read(door, "From the table of returns.");
  await offered(door, VERDICTS);
  await door.pick("Accept");
  await expect.poll(async () => (await show()).phase).toBe("completed");
  const judged = await show();
  expect(judged.feedback).toMatchObject([{ metrics: { acceptance_status: "accepted" } }]);
}
