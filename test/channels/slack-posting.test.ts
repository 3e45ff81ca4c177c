import { afterEach, beforeEach, expect, test } from "vitest";
import type { Address } from "../../src/domain/hub/delivery.ts";
import { ChannelError, type Content, type Post } from "../../src/ports/channels/channel.ts";
import type { Harm } from "../../src/testing/channel-contract/channel-world.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

let world: SlackWorld;

beforeEach(async () => {
  world = await createSlackWorld({ mode: "http" });
  await world.start(async () => ({}));
});

afterEach(async () => {
  const { faults } = world.proxy;
  await world.close();
  expect(faults).toEqual([]);
});

const said = (text: string): Content => ({
  blocks: [{ kind: "said", by: "bot", text }],
  controls: [],
});

function postOf(key: string, more: Partial<Post> = {}): Post {
  return { key, address: world.address, content: said(`This is ${key}.`), ...more };
}

/** What a call rejects with, for all that a caller goes by. */
async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ChannelError)) throw new Error("It did not reject with a ChannelError.");
  return { kind: error.kind, retryAfterMs: error.retryAfterMs, message: error.message };
}

test.each<[Harm, string]>([
  ["rate_limited", "rate"],
  ["server_error", "transient"],
  ["refused", "permanent"],
  ["lost_before", "ambiguous"],
  ["lost_after", "ambiguous"],
])("a post that is %s rejects as %s, and says nothing of its content", async (harm, kind) => {
  world.harm(harm);
  const failure = await failureOf(world.channel.post(postOf("d_1")));
  expect(failure.kind).toBe(kind);
  expect(failure.message).not.toMatch(/This is|xoxb/);
  if (harm === "rate_limited") expect(failure.retryAfterMs).toBe(2_000);
  expect(await world.shown()).toHaveLength(harm === "lost_after" ? 1 : 0);
});

test("what was posted before the connection broke is found by its key, and what was not is not", async () => {
  await world.channel.post(postOf("d_0"));
  world.harm("lost_after", "lost_before");
  await failureOf(world.channel.post(postOf("d_1")));
  await failureOf(world.channel.post(postOf("d_2")));
  const [, second] = await world.shown();
  expect(await world.channel.find?.(postOf("d_1"))).toEqual({
    chatId: world.emulator.channel,
    ids: [second?.id],
  });
  expect(await world.channel.find?.(postOf("d_2"))).toBeUndefined();
});

test.each([500, 502, 504])(
  "a gateway's %i says nothing of whether it was posted: it is looked for",
  async (status) => {
    world.proxy.failBehind(status);
    const post = postOf("d_1");
    expect((await failureOf(world.channel.post(post))).kind).toBe("ambiguous");
    const [shown] = await world.shown();
    expect(await world.channel.find?.(post)).toMatchObject({ ids: [shown?.id] });
  },
);

test("a post in a thread is found there", async () => {
  const root = await world.channel.post(postOf("d_0"));
  const reply = postOf("d_1", { replyTo: root.ids[0] ?? "" });
  const ref = await world.channel.post(reply);
  expect(ref.threadId).toBe(root.ids[0]);
  expect(await world.channel.find?.(reply)).toEqual(ref);
  expect(await world.channel.find?.(postOf("d_1"))).toBeUndefined();
});

test("somebody else's message that carries our key is not ours", async () => {
  const metadata = { event_type: "earshot_delivery", event_payload: { key: "d_1" } };
  const forged = { channel: world.emulator.channel, text: "mine", metadata };
  await world.emulator.call("chat.postMessage", forged, "guest");
  expect(await world.channel.find?.(postOf("d_1"))).toBeUndefined();
});

test("a post is looked for behind many others", async () => {
  const ref = await world.channel.post(postOf("d_first"));
  for (let count = 0; count < 250; count += 1) {
    await world.emulator.call("chat.postMessage", { channel: world.emulator.channel, text: "x" });
  }
  expect(await world.channel.find?.(postOf("d_first"))).toEqual(ref);
});

test("a post to a person goes to the chat with them", async () => {
  const address: Address = { channel: "slack", chatId: world.emulator.people.member };
  const ref = await world.channel.post(postOf("d_1", { address }));
  expect(ref.chatId).toMatch(/^D/);
  expect((await world.shown(address)).map(({ text }) => text)).toEqual(["bot:\nThis is d_1."]);
  expect(await world.channel.find?.(postOf("d_1", { address }))).toEqual(ref);
});

test("a chat that is not there is refused for good, with what to do", async () => {
  const failure = await failureOf(world.channel.post(postOf("d_1", { address: world.badAddress })));
  expect(failure).toMatchObject({ kind: "permanent" });
  expect(failure.message).toContain("channel_not_found");
});

test.each(["not_in_channel", "is_archived", "invalid_auth", "missing_scope"])(
  "Slack's %s is permanent",
  async (code) => {
    world.proxy.refuse("chat.postMessage", code);
    expect(await failureOf(world.channel.post(postOf("d_1")))).toMatchObject({ kind: "permanent" });
  },
);

test("Slack that is not reached at all has taken nothing", async () => {
  await world.proxy.close();
  expect(await failureOf(world.channel.post(postOf("d_1")))).toMatchObject({ kind: "transient" });
});

test("an edit puts other content there and takes the controls away", async () => {
  const content: Content = {
    ...said("Ship?"),
    controls: [{ kind: "button", token: "n.1", label: "Yes" }],
  };
  const ref = await world.channel.post(postOf("d_1", { content }));
  await world.channel.edit(ref, said("Answered by Ada via slack."));
  await world.channel.edit(ref, said("Answered by Ada via slack."));
  const [post] = await world.shown();
  expect(post).toMatchObject({ text: "bot:\nAnswered by Ada via slack.", controls: [] });
  expect(await world.channel.find?.(postOf("d_1"))).toEqual(ref);
});

test("an edit of what is not there any more says that it is gone", async () => {
  const ref = await world.channel.post(postOf("d_1"));
  const [ts = ""] = ref.ids;
  await world.emulator.call("chat.delete", { channel: ref.chatId, ts });
  expect(await failureOf(world.channel.edit(ref, said("x")))).toMatchObject({ kind: "gone" });
});

test("a mark is put there and taken away, however often", async () => {
  const ref = await world.channel.post(postOf("d_1"));
  const at = { chatId: ref.chatId, messageId: ref.ids[0] ?? "" };
  await world.channel.mark?.(at, "speech_balloon", true);
  await world.channel.mark?.(at, "speech_balloon", true);
  const [post] = await world.shown();
  if (post === undefined) throw new Error("Nothing was posted.");
  await world.react({ to: post, name: "eyes", by: "member" });
  expect(await world.channel.marks?.(at)).toEqual([
    { name: "speech_balloon", by: ["T000000001/U0EARSHOT"], isOurs: true },
    { name: "eyes", by: [`T000000001/${world.emulator.people.member}`], isOurs: false },
  ]);
  await world.channel.mark?.(at, "speech_balloon", false);
  await world.channel.mark?.(at, "speech_balloon", false);
  expect(await world.channel.marks?.(at)).toMatchObject([{ name: "eyes" }]);
});

test("what was said in a thread is read later as it was heard then", async () => {
  const ref = await world.channel.post(postOf("d_1"));
  const [post] = await world.shown();
  await world.say("first", "member", post);
  await world.channel.post(postOf("d_2", { replyTo: post?.id ?? "" }));
  await world.say("second", "guest", post);
  const at = { chatId: ref.chatId, threadId: ref.ids[0] ?? "" };
  const read = await world.channel.history?.(at);
  expect(read?.map(({ key, text, replyTo }) => ({ key, text, replyTo }))).toEqual(
    world.heard.map((event) => ({
      key: event.key,
      text: event.kind === "text" ? event.text : undefined,
      replyTo: post?.id,
    })),
  );
  expect(read?.map(({ from }) => from.isForeign)).toEqual([undefined, true]);
  const after = read?.[0]?.messageId ?? "";
  expect(await world.channel.history?.({ ...at, after })).toMatchObject([{ text: "second" }]);
});

test("a person of whom Slack cannot tell whether they are a guest is heard later", async () => {
  world.harm("server_error");
  await world.say("hello", "guest");
  expect(world.heard).toMatchObject([{ kind: "text", from: { isForeign: true } }]);
});

test("somebody whom Slack does not know is foreign", async () => {
  world.proxy.refuse("users.info", "user_not_found");
  await world.say("hello", "member");
  expect(world.heard).toMatchObject([{ kind: "text", from: { isForeign: true } }]);
});

test("a refusal that cannot be shown leaves the event stored", async () => {
  const content: Content = {
    ...said("Ship?"),
    controls: [{ kind: "button", token: "n.1", label: "Yes" }],
  };
  await world.channel.post(postOf("d_1", { content }));
  await world.channel.stop();
  await world.start(async () => ({ say: "You may not decide this.", isRefusal: true }));
  world.proxy.refuse("chat.postEphemeral", "user_not_in_channel");
  expect(await world.press({ label: "Yes", token: "n.1" }, "member")).toBeUndefined();
  expect(world.heard).toHaveLength(1);
  expect(world.log.at(-1)).toContain("user_not_in_channel");
  expect(world.log.join("\n")).not.toContain("may not decide");
});

test("a check names the workspace and what is well", async () => {
  expect(await world.channel.check()).toEqual([
    { isOk: true, text: "The bot token is good: earshot (U0EARSHOT) in Emulate (T000000001)." },
    { isOk: true, text: "The bot token has every scope it needs." },
    { isOk: true, text: expect.stringContaining("over HTTP") },
  ]);
  world.proxy.refuse("auth.test", "token_revoked");
  expect(await world.channel.check()).toMatchObject([
    { isOk: false, text: expect.stringContaining("token_revoked") },
    { isOk: true },
  ]);
});
