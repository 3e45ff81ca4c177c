import { afterEach, beforeEach, expect, test } from "vitest";
import { startTurns } from "../../src/core/liaison/drive-turns.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import type { Liaison } from "../../src/domain/liaison/liaison.ts";
import { STORY } from "../liaison/story-script.ts";
import { postOn, until } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

/* The liaison in a chat: what it asks is posted there, and what is said there counts. */

let world: HubWorld;
let stopTurns: () => Promise<void>;

beforeEach(async () => {
  world = await openHub();
  await world.link("slack");
  stopTurns = startTurns(world.ctx, { onFault: () => {} });
});
afterEach(async () => {
  await stopTurns();
  await world.close();
});

const [need, details, correction] = STORY.map(({ text }) => text);

function show(conversation_id: ConversationId): Promise<Liaison> {
  return world.owner.showLiaison({ conversation_id });
}

/** Once every word has been replied to, and so many things were said in it. */
async function untilReplied(id: ConversationId, exchanges: number): Promise<Liaison> {
  await until(async () => {
    const liaison = await show(id);
    return liaison.replied === exchanges && liaison.exchanges.length === exchanges;
  });
  return await show(id);
}

async function begun(): Promise<ConversationId> {
  const { conversation_id } = await world.owner.beginConversation({
    initial_message: need ?? "",
  });
  return conversation_id;
}

test("a reply in the chat answers what the liaison asks there, and the next question follows", async () => {
  const id = await begun();
  const asked = await postOn(world, "slack");
  expect(asked.text).toContain("?");
  await world.on("slack").say(details ?? "", "member", asked);
  const specified = await untilReplied(id, 4);
  expect(specified.phase).toBe("awaiting_task_completion");
  expect(specified.exchanges[2]).toMatchObject({ role: "human", content: details, via: "slack" });
  const confirmation = await postOn(world, "slack", 2);
  expect(confirmation.text).toContain("revenue");
});

test("a stranger's reply is nobody's words", async () => {
  const id = await begun();
  const asked = await postOn(world, "slack");
  await world.on("slack").say(details ?? "", "outsider", asked);
  expect((await show(id)).exchanges).toHaveLength(2);
});

test("what is confirmed there is acknowledged in the chat, and a later reply corrects it", async () => {
  const id = await begun();
  await world.on("slack").say(details ?? "", "member", await postOn(world, "slack"));
  await untilReplied(id, 4);
  const confirmation = await postOn(world, "slack", 2);
  await world.on("slack").say("Yes, that is it", "member", confirmation);
  const confirmed = await untilReplied(id, 6);
  expect(confirmed.outcomes).toMatchObject([{ accepted: true }]);
  const acknowledged = await postOn(world, "slack", 3);
  expect(acknowledged.text).toContain("Good.");
  // The question is closed by now: what is said to it is words in the conversation all the same.
  await world.on("slack").say(correction ?? "", "member", confirmation);
  const corrected = await untilReplied(id, 8);
  expect(corrected.exchanges[6]).toMatchObject({ role: "human", content: correction });
  expect(corrected.published).toBeGreaterThan(confirmed.published);
});

test("what is said to a word of the liaison that asks nothing is said in its conversation", async () => {
  const id = await begun();
  await world.on("slack").say(details ?? "", "member", await postOn(world, "slack"));
  await untilReplied(id, 4);
  await world.on("slack").say("Yes, that is it", "member", await postOn(world, "slack", 2));
  await untilReplied(id, 6);
  const acknowledged = await postOn(world, "slack", 3);
  await world.on("slack").say(correction ?? "", "member", acknowledged);
  const corrected = await untilReplied(id, 8);
  expect(corrected.exchanges[6]).toMatchObject({ role: "human", content: correction });
  await world.on("slack").say("I like it.", "outsider", acknowledged);
  expect((await show(id)).exchanges).toHaveLength(8);
});
