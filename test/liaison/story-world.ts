import { createContext } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import type { Liaison } from "../../src/domain/liaison/liaison.ts";
import { createMind, type MindOptions } from "../../src/liaison/create-mind.ts";
import type { LiaisonReply, TaskEvent } from "../../src/ports/earshot/liaison.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openContext } from "../support/context.ts";
import { STORY, type StoryStep } from "./story-script.ts";

/** What came of the story: each reply, the record, and what the bus told. */
export interface Told {
  readonly replies: readonly LiaisonReply[];
  readonly liaison: Liaison;
  readonly events: readonly TaskEvent[];
}

/** Holds the dashboard's story with this engine, in process and at a time that stands still. */
export async function tellStory(mind: MindOptions = {}): Promise<Told> {
  const clock = createFakeClock(Date.UTC(2026, 10, 24, 9));
  const opened = await openContext(clock);
  const ctx = createContext({ ...opened.ctx, liaison: createMind(mind) });
  try {
    const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
    const person = createEarshot(ctx, callerWithAllRights(owner.principal));
    const worker = createEarshot(ctx, callerWithAllRights(agent.principal));
    const replies: LiaisonReply[] = [];
    for (const step of STORY) {
      await clock.advance(60_000);
      const id = replies[0]?.conversation_id;
      replies.push(
        id === undefined
          ? await person.beginConversation({ initial_message: step.text })
          : await take({ person, worker }, step, id),
      );
    }
    const [first] = replies;
    if (first === undefined) throw new Error("The story is empty.");
    const { conversation_id } = first;
    const events: TaskEvent[] = [];
    for await (const event of await person.taskEvents()) events.push(event);
    return { replies, liaison: await person.showLiaison({ conversation_id }), events };
  } finally {
    await opened.close();
  }
}

type Sides = Readonly<Record<"person" | "worker", ReturnType<typeof createEarshot>>>;

function take(
  { person, worker }: Sides,
  { who, text }: StoryStep,
  conversation_id: ConversationId,
): Promise<LiaisonReply> {
  switch (who) {
    case "person":
      return person.continueConversation({ conversation_id, message: text });
    case "progress":
      return worker.taskProgress({ conversation_id, status: text });
    case "result":
      return worker.taskCompleted({ conversation_id, task_result: text });
  }
}

/** As text that is the same each time: ids are numbered as they appear. */
export function steady({ replies, liaison, events }: Told): string {
  const lines = [
    ...STORY.flatMap(({ who, text }, index) => [
      `>>> ${who}: ${text}`,
      `[${replies[index]?.phase}]`,
      replies[index]?.response ?? "",
      "",
    ]),
    "=== specification",
    JSON.stringify(liaison.specifications.at(-1), null, 2),
    "=== feedback",
    JSON.stringify(liaison.feedback, rounded, 2),
    "=== phases",
    ...liaison.phase_transitions.map(({ to, reason, round }) => `${round} ${to}: ${reason}`),
    "=== confidence",
    ...liaison.confidence_history.map(({ version, score }) => `${version} ${score.toFixed(3)}`),
    "=== events",
    ...events.map(({ type, at }) => `${at} ${type}`),
  ];
  const known = new Map<string, string>();
  return `${lines.join("\n").replaceAll(/\b(cnv|msg|req)_[0-9a-z]{26}/g, (id, prefix: string) => {
    if (!known.has(id)) known.set(id, `${prefix}_${known.size + 1}`);
    return known.get(id) ?? id;
  })}\n`;
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(3)) : value;
}
