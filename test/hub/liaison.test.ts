import { afterEach, beforeEach, expect, test } from "vitest";
import { startTurns } from "../../src/core/liaison/drive-turns.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import type { Liaison } from "../../src/domain/liaison/liaison.ts";
import type { SentFile } from "../../src/ports/channels/channel.ts";
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

/** Lets the platform give these bytes for a file, and says words with it. */
async function sayWith(text: string, file: Partial<SentFile>, bytes: Uint8Array | undefined) {
  const slack = world.on("slack");
  Object.assign(slack.channel, { file: async () => bytes });
  const { id: replyTo } = await postOn(world, "slack");
  return await slack.deliver({
    kind: "text",
    key: "file-1",
    from: slack.account("member"),
    address: slack.address,
    atMs: 1,
    text,
    messageId: "u1",
    replyTo,
    isToUs: true,
    unread: "the file",
    files: [{ id: "F1", name: "sales.csv", mediaType: "text/csv", ...file }],
  });
}

const CSV = new TextEncoder().encode("region,sales\nnorth,12\n");

test.each([details ?? "", ""])("a file sent with the words “%s” is kept whole", async (text) => {
  const id = await begun();
  const heard = await sayWith(text, { name: "../sales.csv" }, CSV);
  expect(heard).toMatchObject({ say: "Kept whole in the conversation: sales.csv." });
  const said = (await show(id)).exchanges[2];
  expect(said?.content).toBe(text === "" ? "sales.csv" : text);
  const [kept] = said?.attachments ?? [];
  expect(kept).toMatchObject({ name: "sales.csv", media_type: "text/csv", size: CSV.length });
  if (kept === undefined) throw new Error("Nothing is kept.");
  const { digest } = kept;
  const read = await world.owner.readAttachment({ conversation_id: id, digest });
  expect(new Uint8Array(read.bytes)).toEqual(CSV);
});

test("a file that is too large or not given is said so, and the words count", async () => {
  const id = await begun();
  const heard = await sayWith(details ?? "", { size: 4_194_305 }, undefined);
  expect(heard.say).toMatch(/^sales\.csv was not kept: it is larger than 4 MiB\./);
  const said = (await show(id)).exchanges[2];
  expect(said).toMatchObject({ content: details });
  expect(said).not.toHaveProperty("attachments");
});

test("a file alone that is not kept answers nothing", async () => {
  const id = await begun();
  const heard = await sayWith("", {}, undefined);
  expect(heard).toMatchObject({ isRefusal: true, say: expect.stringContaining("4 MiB") });
  expect((await show(id)).exchanges).toHaveLength(2);
});

test("words of more than 64 KiB are kept whole", async () => {
  const id = await begun();
  await world.on("slack").say("売上の表。".repeat(6_000), "member", await postOn(world, "slack"));
  await until(async () => (await show(id)).exchanges.length > 2);
  const said = (await show(id)).exchanges[2];
  expect(said?.attachments).toMatchObject([{ name: "message.txt", size: 90_000 }]);
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
