import { simpleParser } from "mailparser";
import { readInboundMail } from "../../src/channels/email/inbound-mail.ts";
import { createReplyTokens } from "../../src/channels/email/reply-token.ts";
import { decodeEvent } from "../../src/channels/slack/decode.ts";
import { decodeUpdate } from "../../src/channels/telegram/decode-update.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Inbound } from "../../src/ports/channels/channel.ts";
import type { Attack, Family } from "./attack.ts";
import { askOn, bring } from "./on-channel.ts";
import type { Scene } from "./scene.ts";

const LIKE = "A12: what somebody else has written is taken for the word of who passes it on";

interface Passed {
  readonly id: string;
  readonly does: string;
}

/** Ana passes on what mallory wrote; nothing of that is her answer. */
function passedOn(
  { id, does }: Passed,
  prepare: (scene: Scene) => Promise<{ readonly request: string; bring(): Promise<unknown> }>,
): Attack {
  return {
    id: `forwarded/${id}`,
    does,
    like: LIKE,
    refusal: "NO_ANSWER",
    async prepare(scene) {
      const passed = await prepare(scene);
      return async () => {
        await passed.bring();
        const owner = await scene.as("owner");
        const { request } = await owner.show({ id: passed.request as `req_${string}` });
        if (request.status !== "open") return;
        throw Object.assign(new Error("The question is open."), { code: "NO_ANSWER" });
      };
    },
  };
}

const BOT = 77;
const CHAT = 4711;

function onTelegram(id: string, does: string, message: JsonObject): Attack {
  return passedOn({ id: `telegram-${id}`, does }, async (scene) => {
    const { request } = await askOn(scene, {
      channel: "telegram",
      chatId: String(CHAT),
      account: "12",
      postIds: () => ["1"],
    });
    const nowMs = scene.ctx.clock.now();
    const update = {
      update_id: 5,
      message: {
        message_id: 2,
        date: Math.floor(nowMs / 1_000),
        ...message,
        from: { id: 12, first_name: "Ana" },
        chat: { id: CHAT, type: "private" },
      },
    };
    const { events } = decodeUpdate(update, { botId: BOT, nowMs });
    return { request, bring: () => all(scene, events) };
  });
}

const US = { teamId: "T1", userId: "U0EARSHOT" };
const DM = "D1";

function onSlack(id: string, does: string, message: JsonObject): Attack {
  return passedOn({ id: `slack-${id}`, does }, async (scene) => {
    const nowMs = scene.ctx.clock.now();
    const ts = (seconds: number) => `${Math.floor(nowMs / 1_000) + seconds}.000100`;
    const { request } = await askOn(scene, {
      channel: "slack",
      chatId: DM,
      account: "U12",
      postIds: () => [ts(0)],
    });
    const event = {
      type: "message",
      channel: DM,
      channel_type: "im",
      user: "U12",
      team: US.teamId,
      ts: ts(1),
      thread_ts: ts(0),
      ...message,
    };
    const told = { type: "event_callback", team_id: US.teamId, event_id: "Ev1", event };
    const decoded = decodeEvent(told, US);
    if (decoded?.kind !== "event") throw new Error("It is no message to Slack's reader.");
    const { user, name } = decoded.doer;
    const said = { ...decoded.event, from: { id: user, name } } as Inbound;
    return { request, bring: () => all(scene, [said]) };
  });
}

const OWN = "earshot@example.com";
const ANA = "ana@example.org";
const tokens = createReplyTokens({
  from: OWN,
  secret: "a reply secret of more than 32 characters",
});

function byMail(id: string, does: string, lines: readonly string[]): Attack {
  return passedOn({ id: `mail-${id}`, does }, async (scene) => {
    const { key, request } = await askOn(scene, {
      channel: "email",
      chatId: ANA,
      account: ANA,
      postIds: (of) => [tokens.messageId({ key: of, to: ANA })],
    });
    const to = tokens.replyAddress({ key, to: ANA });
    const head = [`From: Ana <${ANA}>`, `To: ${to}`, "Subject: Fwd: May I?"];
    const raw = Buffer.from([...head, "Message-ID: <2@example.org>", "", ...lines].join("\r\n"));
    const mail = await simpleParser(raw);
    const incoming = { raw, mail, receivedMs: scene.ctx.clock.now() };
    const read = readInboundMail(incoming, { tokens, own: OWN });
    return { request, bring: () => all(scene, read?.kind === "event" ? [read.event] : []) };
  });
}

async function all(scene: Scene, events: readonly Inbound[]): Promise<void> {
  for (const event of events) await bring(scene, event);
}

const YES = "Yes, go ahead.";
const REPLIED = { reply_to_message: { message_id: 1, from: { id: BOT, is_bot: true } } };
const ORIGIN = { type: "user", sender_user: { id: 99, first_name: "Mallory" } };
const SHARED = { is_share: true, text: YES, author_name: "Mallory", channel_id: "C9" };

export const forwarded: Family = {
  name: "forwarded words",
  attacks: [
    onTelegram("message", "has what they wrote forwarded into the chat of the question", {
      text: YES,
      forward_origin: ORIGIN,
    }),
    onTelegram("reply", "has it forwarded as a reply to the question", {
      text: YES,
      forward_origin: ORIGIN,
      ...REPLIED,
    }),
    onTelegram("hidden", "hides who they are, and has it forwarded", {
      text: YES,
      forward_origin: { type: "hidden_user", sender_user_name: "ana" },
      ...REPLIED,
    }),
    onTelegram("older", "has it forwarded by what tells of it in the older way", {
      text: YES,
      forward_date: 1_700_000_000,
      ...REPLIED,
    }),
    onTelegram("picture", "writes it under a picture that is forwarded", {
      photo: [],
      caption: YES,
      forward_origin: ORIGIN,
      ...REPLIED,
    }),
    onSlack("shared", "has what they wrote shared into the thread of the question", {
      text: "",
      attachments: [SHARED],
    }),
    onSlack("among-others", "has it shared behind another attachment", {
      text: "",
      attachments: [{ text: "A page" }, SHARED],
    }),
    byMail("gmail", "has a mail forwarded to the address of the question", [
      "---------- Forwarded message ---------",
      "From: Mallory <mallory@example.net>",
      "Date: Thu, 26 Nov 2026 at 10:00",
      "Subject: May I?",
      "To: <ana@example.org>",
      "",
      YES,
    ]),
    byMail("outlook", "has it forwarded as another program does", [
      "-----Original Message-----",
      "From: Mallory <mallory@example.net>",
      "Sent: Thursday, 26 November 2026 10:00",
      "To: ana@example.org",
      "Subject: May I?",
      "",
      YES,
    ]),
    byMail("quoted", "has it quoted, with nothing said above", [
      "On Thu, 26 Nov 2026 at 10:00, Mallory <mallory@example.net> wrote:",
      `> ${YES}`,
    ]),
    byMail("apple", "has it forwarded as a phone does", [
      "Begin forwarded message:",
      "",
      "> From: Mallory <mallory@example.net>",
      "> Subject: May I?",
      ">",
      `> ${YES}`,
    ]),
  ],
};
