import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { decodeUpdate } from "./decode-update.ts";

const CTX = { botId: 99, botName: "ear_bot", nowMs: 1_000 };
const ADA = { id: 5, is_bot: false, first_name: "Ada", last_name: "L." };
const GROUP = { id: -100, type: "supergroup" };
const POST = { message_id: 7, chat: GROUP, from: { id: 99, is_bot: true, first_name: "E" } };

function events(kind: string, value: unknown) {
  return decodeUpdate({ update_id: 1, [kind]: value }, CTX).events;
}

function textOf(fields: object) {
  const [event] = events("message", {
    message_id: 8,
    date: 3,
    chat: GROUP,
    from: ADA,
    text: "yes",
    ...fields,
  });
  return event?.kind === "text" ? event : undefined;
}

test("a press tells its button, its message and who pressed", () => {
  const query = { id: "q", from: ADA, message: POST, data: "nonce.0" };
  const { events: found, callbackId } = decodeUpdate({ update_id: 1, callback_query: query }, CTX);
  expect(callbackId).toBe("q");
  expect(found).toEqual([
    {
      kind: "press",
      key: "tg:99:1",
      token: "nonce.0",
      messageId: "7",
      atMs: 1_000,
      from: { id: "5", name: "Ada L." },
      address: { channel: "telegram", chatId: "-100" },
    },
  ]);
});

test("a press of a message that the bot cannot see any more is one", () => {
  const query = { id: "q", from: ADA, data: "nonce.0", message: { ...POST, date: 0 } };
  expect(events("callback_query", query)).toHaveLength(1);
});

test.each([undefined, "", "two words", "x".repeat(65), 5])(
  "a press with %j behind its button is none, and its clock can be stopped",
  (data) => {
    const query = { id: "q", from: ADA, message: POST, data };
    const decoded = decodeUpdate({ update_id: 1, callback_query: query }, CTX);
    expect(decoded).toEqual({ events: [], callbackId: "q" });
  },
);

test("a reply to a post of ours names it; one to somebody else does not", () => {
  expect(textOf({ reply_to_message: POST })).toMatchObject({ replyTo: "7", isToUs: true });
  const other = textOf({ reply_to_message: { ...POST, from: ADA } });
  expect(other).toMatchObject({ isToUs: false });
  expect(other).not.toHaveProperty("replyTo");
});

test("what is said in a topic that the bot has opened is no reply to it", () => {
  const opened = { ...POST, forum_topic_created: { name: "Ships" } };
  expect(textOf({ reply_to_message: opened })).not.toHaveProperty("replyTo");
});

test("words in a chat with the bot alone are to it", () => {
  expect(textOf({ chat: { id: 5, type: "private" } })).toMatchObject({ isToUs: true });
});

test.each([
  ["@ear_bot yes", "yes"],
  ["@EAR_bot, yes", "yes"],
  ["yes @ear_bot", "yes @ear_bot"],
  ["@ear_bot", "@ear_bot"],
  ["/link 123", "/link 123"],
  ["/link@Ear_Bot 123", "/link 123"],
  ["/start", "/start"],
])("%j is said to the bot, as %j", (text, said) => {
  expect(textOf({ text })).toMatchObject({ text: said, isToUs: true });
});

test.each(["@ear_bots yes", "me@ear_bot", "/link@other_bot 1", "/linked 1", "ear_bot"])(
  "%j is not said to the bot",
  (text) => {
    expect(textOf({ text })).toMatchObject({ text, isToUs: false });
  },
);

test("a text has its time, and its topic where there is one", () => {
  expect(textOf({})).toMatchObject({ atMs: 3_000 });
  const topic = { message_thread_id: 42, is_topic_message: true };
  expect(textOf(topic)?.address).toEqual({ channel: "telegram", chatId: "-100", threadId: "42" });
  expect(textOf({ message_thread_id: 42 })?.address).not.toHaveProperty("threadId");
});

test("words under a picture are words, and a message without any is nothing", () => {
  expect(textOf({ text: undefined, caption: "look" })).toMatchObject({ text: "look" });
  expect(textOf({ text: undefined })).toBeUndefined();
});

test("who speaks as a chat is foreign, and a bot is a bot", () => {
  const chat = textOf({ sender_chat: { id: -100, title: "Board" } });
  expect(chat?.from).toEqual({ id: "-100", name: "Board", isForeign: true });
  expect(textOf({ from: { ...ADA, is_bot: true } })?.from.isBot).toBe(true);
});

test("a reaction is told as what was added and what was taken away", () => {
  const change = {
    chat: GROUP,
    message_id: 7,
    user: ADA,
    date: 3,
    old_reaction: [{ type: "emoji", emoji: "👀" }],
    new_reaction: [
      { type: "emoji", emoji: "👍" },
      { type: "custom_emoji", custom_emoji_id: "77" },
    ],
  };
  expect(events("message_reaction", change)).toMatchObject([
    { kind: "reaction", key: "tg:99:1:0", name: "👀", isAdded: false, messageId: "7" },
    { kind: "reaction", key: "tg:99:1:1", name: "👍", isAdded: true },
    { kind: "reaction", key: "tg:99:1:2", name: "custom:77", isAdded: true },
  ]);
});

test("an anonymous reaction is foreign", () => {
  const change = {
    chat: GROUP,
    message_id: 7,
    actor_chat: GROUP,
    date: 3,
    old_reaction: [],
    new_reaction: [{ type: "emoji", emoji: "👍" }],
  };
  expect(events("message_reaction", change)).toMatchObject([{ from: { isForeign: true } }]);
});

test("an edit is told under a key of its own, with that of the message", () => {
  const message = { message_id: 8, date: 3, chat: GROUP, from: ADA, text: "yes" };
  const [first] = events("message", message);
  const [edit] = events("edited_message", { ...message, edit_date: 9, text: "no" });
  expect(edit).toMatchObject({ text: "no", edits: first?.key, messageId: "8", atMs: 9_000 });
  expect(edit?.key).not.toBe(first?.key);
});

test.each(["voice", "sticker", "photo", "video_note", "location"])(
  "a message with no words and a %s is told as one without words",
  (field) => {
    const { text, ...message } = { message_id: 8, date: 3, chat: GROUP, from: ADA, text: "" };
    const [event] = events("message", { ...message, [field]: {} });
    expect(event).toMatchObject({ kind: "text", text, unread: expect.stringMatching(/^the /) });
  },
);

test("a file is told of, and not what it is called", () => {
  const document = { file_name: "a\0.pdf", mime_type: "application/\0" };
  const message = { message_id: 8, date: 3, chat: GROUP, from: ADA, caption: "read\0", document };
  const [event] = events("message", message);
  expect(event).toMatchObject({ text: "read\0", unread: "the file" });
  expect(JSON.stringify({ ...event, text: "" })).not.toContain("u0000");
});

test("what only tells of a change of the chat is nothing that anybody said", () => {
  const message = { message_id: 8, date: 3, chat: GROUP, from: ADA, new_chat_members: [ADA] };
  expect(events("message", message)).toEqual([]);
});

test.each(["channel_post", "my_chat_member", "inline_query"])(
  "an update of the kind %s tells nothing",
  (kind) => {
    expect(events(kind, { message_id: 8, date: 3, chat: GROUP, from: ADA, text: "yes" })).toEqual(
      [],
    );
  },
);

const KEYS = [
  "update_id",
  "message",
  "callback_query",
  "message_reaction",
  "data",
  "id",
  "from",
  "chat",
  "message_id",
  "text",
  "caption",
  "reply_to_message",
  "sender_chat",
  "user",
  "new_reaction",
  "old_reaction",
  "type",
  "emoji",
  "date",
  "first_name",
  "is_bot",
  "message_thread_id",
];
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(1, -1, 0.5, "", "x.0", true, null, undefined, "/link", 2 ** 60),
    fc.string(),
    fc.array(tie("anything"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("anything"), { maxKeys: 8 }),
  ),
}));

test("whatever comes is decoded without a throw, and no press is without its token", () => {
  fc.assert(
    fc.property(anything, anything, anything, (message, query, id) => {
      for (const update of [
        message,
        { update_id: 1, message },
        { update_id: 1, callback_query: query },
        { update_id: 1, callback_query: { id, data: query, from: ADA, message: POST } },
        { update_id: 1, message_reaction: message },
      ]) {
        for (const event of decodeUpdate(update, CTX).events) {
          expect(event.key).toMatch(/^[\x21-\x7e]{1,100}$/);
          expect(event.from.id).toMatch(/^-?\d+$/);
          expect(event.from.name).not.toBe("");
          if (event.kind === "press") expect(event.token).toMatch(/^[A-Za-z0-9_.-]+$/);
        }
      }
    }),
    { numRuns: casesOf(1_000) },
  );
}, 60_000);
