import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Heard, Inbound } from "../../src/ports/channels/channel.ts";
import type { ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { bounceMail, readReceipt } from "../support/email/bounce-mail.ts";
import { contentOf, postOf } from "../support/email/email-content.ts";
import {
  createEmailWorld,
  type EmailWorld,
  MEMBER,
  OWN,
  REPLY_SECRET,
} from "../support/email/email-world.ts";
import type { TakenMail } from "../support/email/smtp-fake.ts";
import { byGroup, takeShare } from "../support/share.ts";

takeShare("platforms", byGroup);

describe.each(["imap", "webhook"] as const)("replies over %s", (way) => {
  let world: EmailWorld;
  let post: ShownPost;

  beforeEach(async () => {
    world = await createEmailWorld({ way });
    await world.start(async () => ({}));
    await world.channel.post(postOf("dlv_a"));
    const [first] = await world.shown();
    if (first === undefined) throw new Error("Nothing was sent.");
    post = first;
  });
  afterEach(() => world.close());

  /** Brings a mail in, and then one that is sure to be heard; gives what was heard of the first. */
  async function hear(raw: string): Promise<readonly Inbound[]> {
    const before = world.heard.length;
    await world.bring(raw);
    await world.say("the next one", "member", post);
    return world.heard.slice(before, -1);
  }

  test("a reply tells whose it is, what it says and which post it answers", async () => {
    await world.say("Yes, deploy.\nBut not on Friday.", "member", post);
    expect(world.heard).toEqual([
      {
        kind: "text",
        isToUs: true,
        isDirect: true,
        text: "Yes, deploy.\nBut not on Friday.",
        from: { id: MEMBER, name: "Some One" },
        address: { channel: "email", chatId: MEMBER },
        key: expect.stringMatching(/^mail:[0-9a-f]{64}$/),
        atMs: expect.any(Number),
        messageId: expect.stringMatching(/^<.+@mail\.example\.net>$/),
        replyTo: post.id,
        replyToKey: "dlv_a",
      },
    ]);
  });

  test("a NUL in a mail takes nobody's words away, and is in no name that is used again", async () => {
    const mails = [
      world.reply({ from: MEMBER, text: "Ship\0 it", to: post }),
      world.reply({
        from: MEMBER,
        text: "Ship it",
        to: post,
        messageId: "<a\0b@mail.example.net>",
      }),
      world
        .reply({ from: MEMBER, text: "Ship it", to: post })
        .replace("Some One", `=?utf-8?B?${Buffer.from("So\0me").toString("base64")}?=`)
        .replace("Subject: Re: ", "Subject: Re: \0"),
    ];
    for (const raw of mails) {
      const [event] = await hear(raw);
      expect(event).toMatchObject({ kind: "text", replyToKey: "dlv_a", from: { id: MEMBER } });
      if (event?.kind !== "text") throw new Error("No words were heard.");
      expect(event.text).toMatch(/^Ship.? it$/);
      expect(`${event.from.name} ${event.messageId} ${event.key}`).not.toContain("\0");
    }
  });

  test("a NUL in what an attachment is called takes nobody's words away", async () => {
    const type = "Content-Type: text/plain; charset=utf-8";
    for (const name of [
      `filename="a\0.pdf"`,
      "filename*=utf-8''a%00.pdf",
      `filename="=?utf-8?Q?=00?="`,
    ]) {
      const mail = world.reply({ from: MEMBER, text: "Ship it", to: post });
      const [headers = "", text = ""] = mail
        .replace(type, `Content-Type: multipart/mixed; boundary=b`)
        .split("\r\n\r\n", 2);
      const file = `Content-Type: application/pdf; name="a\0.pdf"\r\nContent-Disposition: attachment; ${name}`;
      const parts = [headers, `--b\r\n${type}`, `${text}\r\n--b\r\n${file}`, "%PDF\r\n--b--\r\n"];
      const [event] = await hear(parts.join("\r\n\r\n"));
      expect(event).toMatchObject({
        text: "Ship it",
        replyToKey: "dlv_a",
        unread: "what is attached",
      });
      expect(JSON.stringify(event)).not.toContain("u0000");
    }
  });

  test("a reply counts by the address it is sent to, where programs drop the thread", async () => {
    const raw = world.reply({ from: MEMBER, text: "Yes", to: post });
    const [event] = await hear(raw.replace(/^(?:In-Reply-To|References):.*\r\n/gm, ""));
    expect(event).toMatchObject({ replyToKey: "dlv_a", from: { id: MEMBER } });
    expect(event?.from.isForeign).toBeUndefined();
  });

  test("the mail that it replies to finds the post, and does not prove who wrote it", async () => {
    const [event] = await hear(
      world.reply({ from: MEMBER, text: "forged from a forward", to: post, recipient: OWN }),
    );
    expect(event).toMatchObject({ from: { id: MEMBER, isForeign: true }, replyTo: post.id });
    expect(event).not.toHaveProperty("replyToKey");
  });

  test("no address can be made of what a forward shows of a mail", async () => {
    const id = post.id.slice(1, -1).split("@")[0];
    const recipient = `earshot+${id}@example.com`;
    const [event] = await hear(
      world.reply({ from: MEMBER, text: "forged from a forward", to: post, recipient }),
    );
    expect(event?.from.isForeign).toBe(true);
    expect(event).not.toHaveProperty("replyToKey");
  });

  test("nothing that programs put into a forward or a reply bears what proves one", async () => {
    const sent = world.smtp.taken[0]?.mail;
    const [, token = "none"] = /\+(?:.*)\.([0-9a-f]{16})@/.exec(sent?.replyTo?.text ?? "") ?? [];
    const { headers, text, html } = sent ?? {};
    const forwarded = ["from", "to", "subject", "date", "message-id", "references"];
    const copied = forwarded.map((name) => JSON.stringify(headers?.get(name) ?? ""));
    expect(token).toMatch(/^[0-9a-f]{16}$/);
    expect([...copied, text, html].join("\n")).not.toContain(token);
  });

  test.each([
    ["as the mail replied to", "In-Reply-To: <NAME@earshot.example.com>", OWN],
    ["as the address", "X-None: none", "earshot+NAME@example.com"],
  ])(
    "a token that stood in Message-IDs, too, finds the post and proves nothing: %s",
    async (...way) => {
      const mac = createHmac("sha256", REPLY_SECRET).update(`earshot mail dlv_a ${MEMBER}`);
      const name = `dlv_a.${mac.digest("hex").slice(0, 16)}`;
      const [, header, recipient] = way.map((text) => text.replace("NAME", name));
      const [event] = await hear(
        world.reply({
          from: MEMBER,
          text: "Yes",
          headers: [header ?? ""],
          recipient: recipient ?? "",
        }),
      );
      expect(event).toMatchObject({ from: { id: MEMBER, isForeign: true }, replyTo: post.id });
      expect(event).not.toHaveProperty("replyToKey");
    },
  );

  test("a sender written in capitals is the same account", async () => {
    const [event] = await hear(world.reply({ from: MEMBER.toUpperCase(), text: "Yes", to: post }));
    expect(event?.from.id).toBe(MEMBER);
  });

  test("a reply to what followed answers the post that it followed", async () => {
    await world.channel.edit({ chatId: MEMBER, ids: [post.id] }, contentOf("Changed"));
    const followUp = (await world.shown())[1];
    if (followUp === undefined) throw new Error("Nothing followed.");
    const [event] = await hear(world.reply({ from: MEMBER, text: "Too late?", to: followUp }));
    expect(event).toMatchObject({ replyToKey: "dlv_a", replyTo: post.id });
  });

  test("a forged sender without a token is foreign, and answers nothing", async () => {
    const [event] = await hear(world.reply({ from: MEMBER, text: "approve", recipient: OWN }));
    expect(event).toMatchObject({ kind: "text", from: { id: MEMBER, isForeign: true } });
    expect(event).not.toHaveProperty("replyToKey");
    expect(event).not.toHaveProperty("replyTo");
  });

  test("a token with a wrong signature is none", async () => {
    const raw = world.reply({ from: MEMBER, text: "approve", to: post });
    const forged = raw.replace(/dlv_a\.[0-9a-f]{16}/g, "dlv_a.0000000000000000");
    const [event] = await hear(forged);
    expect(event?.from.isForeign).toBe(true);
    expect(event).not.toHaveProperty("replyToKey");
  });

  test("a token of one post is none for another", async () => {
    const raw = world.reply({ from: MEMBER, text: "approve", to: post });
    const [event] = await hear(raw.replaceAll("dlv_a.", "dlv_b."));
    expect(event?.from.isForeign).toBe(true);
  });

  test("a token that somebody else was sent proves nothing of a sender", async () => {
    const address = { channel: "email", chatId: "mallory@example.net" } as const;
    await world.channel.post({ ...postOf("dlv_m"), address });
    const [own] = await world.shown(address);
    if (own === undefined) throw new Error("Nothing was sent.");
    const [event] = await hear(world.reply({ from: MEMBER, text: "approve", to: own }));
    expect(event).toMatchObject({ kind: "text", from: { id: MEMBER, isForeign: true } });
    expect(event).not.toHaveProperty("replyToKey");
    const [honest] = await hear(world.reply({ from: address.chatId, text: "Yes", to: own }));
    expect(honest).toMatchObject({ from: { id: address.chatId }, replyToKey: "dlv_m" });
    expect(honest?.from.isForeign).toBeUndefined();
  });

  test("a token within the words of a mail proves nothing", async () => {
    const text = `approve ${post.id}`;
    const [event] = await hear(world.reply({ from: MEMBER, text, recipient: OWN }));
    expect(event?.from.isForeign).toBe(true);
  });

  test("a mail from several people, or from nobody, is nobody's answer", async () => {
    const raw = world.reply({ from: MEMBER, text: "approve", to: post });
    const from = /^From: .*$/m;
    expect(await hear(raw.replace(from, `From: ${MEMBER}, mallory@example.net`))).toEqual([]);
    expect(await hear(raw.replace(from, "X-From: nobody"))).toEqual([]);
  });

  test.each([
    ["Auto-Submitted: auto-replied"],
    ["Auto-Submitted: auto-generated (vacation)"],
    ["Precedence: bulk"],
    ["Precedence: auto_reply"],
    ["X-Autoreply: yes"],
    ["X-Auto-Response-Suppress: All", "Subject: Automatic reply: A question"],
    ["X-None: none", "Subject: Out of Office: A question"],
    ["X-None: none", "Subject: OOO Re: A question"],
    ["X-None: none", "Subject: Abwesenheitsnotiz: A question"],
    ["X-None: none", "Subject: =?utf-8?Q?R=C3=A9ponse_automatique_:_A_question?="],
    ["X-None: none", "Subject: Fuera de oficina - A question"],
    ["X-None: none", "Subject: =?utf-8?B?5LiN5Zyo6YCa55+l?="],
  ])("an automatic reply is no answer: %s", async (...headers) => {
    const raw = world.reply({ from: MEMBER, text: "I am away.", to: post });
    const plain = headers.length > 1 ? raw.replace(/^Subject: .*\r\n/m, "") : raw;
    expect(await hear(`${headers.join("\r\n")}\r\n${plain}`)).toEqual([]);
  });

  test.each([
    "Re: Out of office reply: which text?",
    "Oooh, which?",
    "Abwesenheitsvertretung für Ada",
  ])("a person who answers about an absence is heard: %s", async (subject) => {
    const raw = world.reply({ from: MEMBER, text: "The short one", to: post });
    const encoded = `Subject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=\r\n`;
    expect(await hear(raw.replace(/^Subject: .*\r\n/m, encoded))).toHaveLength(1);
  });

  test("a receipt that says a mail was read is no answer", async () => {
    expect(await hear(readReceipt(MEMBER, post.id))).toEqual([]);
  });

  test("a notice of absence is no bounce, though its mail and a version in it look like one", async () => {
    await world.channel.post(postOf("dlv_v", { content: contentOf("Ship 5.2.1?") }));
    const asked = (await world.shown()).at(-1);
    if (asked === undefined) throw new Error("Nothing was sent.");
    const notice = { from: MEMBER, text: "I am away.", to: asked, headers: ["Return-Path: <>"] };
    expect(await hear(world.reply(notice))).toEqual([]);
  });

  test("a mail system that reports in words alone is believed by the server's answer in them", async () => {
    const words = (text: string) =>
      world.reply({ from: "mailer-daemon@example.org", text, to: post });
    expect(await hear(words("ada@example.org: will be tried again. See 5.2.1 below."))).toEqual([]);
    const [event] = await hear(words("ada@example.org: 550 5.1.1 no such user"));
    expect(event).toMatchObject({ kind: "bounce", postKey: "dlv_a" });
    const [other] = await hear(words("Sorry, no mailbox here by that name. (#5.1.2)"));
    expect(other).toMatchObject({ kind: "bounce", reason: expect.stringContaining("5.1.2") });
  });

  test("a person's mail that says it is not automatic is an answer", async () => {
    const headers = ["Auto-Submitted: no"];
    expect(await hear(world.reply({ from: MEMBER, text: "Yes", to: post, headers }))).toHaveLength(
      1,
    );
  });

  test("a mail of our own that comes back is no answer", async () => {
    expect(await hear(world.reply({ from: OWN, text: "Yes", to: post }))).toEqual([]);
  });

  test("a mail for good refused is told with the key of the post", async () => {
    const [event] = await hear(bounceMail({ status: "5.1.1", originalId: post.id }));
    expect(event).toMatchObject({ kind: "bounce", postKey: "dlv_a" });
    expect(event).toMatchObject({ reason: expect.stringContaining("5.1.1") });
  });

  test("a delay is no refusal", async () => {
    expect(await hear(bounceMail({ status: "4.4.1", originalId: post.id }))).toEqual([]);
  });

  test("a refusal that quotes no mail of ours is of no post", async () => {
    const originalId = "<dlv_a.0000000000000000@earshot.example.com>";
    const [event] = await hear(bounceMail({ status: "5.1.1", originalId }));
    expect(event).toMatchObject({ kind: "bounce" });
    expect(event).not.toHaveProperty("postKey");
  });

  test("a mail in HTML alone is read as text, without what it quotes", async () => {
    const raw = world.reply({ from: MEMBER, text: "", to: post });
    const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace("text/plain", "text/html");
    const html =
      "<div>Yes,<br>but <b>slowly</b> &amp; safely.</div><div>On Mon, 23 Nov 2026 at 10:00, Earshot &lt;e@example.com&gt; wrote:<blockquote>Shall I?</blockquote></div>";
    const [event] = await hear(`${head}\r\n\r\n${html}`);
    expect(event).toMatchObject({ text: "Yes,\nbut slowly & safely." });
  });

  test("a reply without words of its own is told as one without words", async () => {
    const [event] = await hear(world.reply({ from: MEMBER, text: "", to: post }));
    expect(event).toMatchObject({ kind: "text", text: "", replyToKey: "dlv_a" });
  });

  test("what is no mail stops nothing", async () => {
    expect(await hear("\0\u0001\u0002 garbage")).toEqual([]);
    expect(await hear("")).toEqual([]);
    const huge = `Content-Type: text/html\r\nFrom: ${MEMBER}\r\n\r\n${"<p>x</p>".repeat(60_000)}`;
    expect(await hear(huge)).toEqual([]);
  });

  test("a mail that is brought twice has one key", async () => {
    await world.say("Yes", "member", post);
    await world.again();
    const keys = world.heard.map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("an outsider who was forwarded the mail is told under their own address", async () => {
    await world.say("Let me in", "outsider", post);
    expect(world.heard[0]).toMatchObject({
      from: { id: "mallory@example.net", isForeign: true },
      address: { chatId: "mallory@example.net" },
    });
  });

  test("nothing of a mail stands in the log", async () => {
    await world.say("a secret word", "member", post);
    await hear("\0 a secret word");
    expect(world.log.join("\n")).not.toMatch(/secret|ada@|dlv_a/);
  });
});

describe("what is said to a reply", () => {
  let world: EmailWorld;
  let heard: Heard;
  let post: ShownPost;

  beforeEach(async () => {
    heard = { say: "This was answered already.", isRefusal: true };
    world = await createEmailWorld({ way: "webhook" });
    await world.start(async () => heard);
    await world.channel.post(postOf("dlv_a"));
    const [first] = await world.shown();
    if (first === undefined) throw new Error("Nothing was sent.");
    post = first;
  });
  afterEach(() => world.close());

  /** What was mailed after the post, once all is sent. */
  async function written(): Promise<readonly TakenMail[]> {
    await world.channel.stop();
    await world.start(async () => heard);
    return world.smtp.taken.slice(1);
  }

  test("is mailed to the person, in the thread, once", async () => {
    await world.say("Yes", "member", post);
    const [reply] = world.heard;
    await world.again();
    const [answer, ...more] = await written();
    expect(more).toEqual([]);
    expect(answer?.recipients).toEqual([MEMBER]);
    expect(answer?.mail.text).toContain("This was answered already.");
    expect(answer?.mail.inReplyTo).toBe(reply?.kind === "text" ? reply.messageId : undefined);
    expect(answer?.mail.subject).toBe("Re: A question");
  });

  test("is nothing where the mail that closes the request says the same", async () => {
    heard = { say: "It was answered by ada via email.", isClosing: true };
    await world.say("Yes", "member", post);
    expect(await written()).toEqual([]);
  });

  test.each([
    ["nothing", ""],
    ["a signature alone", "-- \r\nAda Lovelace"],
    ["what its program writes alone", "Sent from my iPhone"],
  ])("tells of one that has no words of its own: %s", async (_, text) => {
    await world.say(text, "member", post);
    expect(world.heard).toMatchObject([{ kind: "text", text: "", replyToKey: "dlv_a" }]);
    const [answer, ...more] = await written();
    expect(more).toEqual([]);
    expect(answer?.mail.text).toContain("This was answered already.");
    expect(answer?.recipients).toEqual([MEMBER]);
  });

  test("is an address to answer at where a mail only names what it replies to, and none of its words", async () => {
    const text = "pay mallory";
    await world.bring(world.reply({ from: MEMBER, text, to: post, recipient: OWN }));
    const [word, ...more] = await written();
    expect(more).toEqual([]);
    expect(word?.recipients).toEqual([MEMBER]);
    expect(word?.mail.text).toContain("A reply in your name was not taken");
    expect(word?.mail.inReplyTo).toBe(post.id);
    expect(JSON.stringify([word?.mail.text, word?.mail.subject])).not.toContain("mallory");
    const own = (await world.shown()).at(-1);
    if (own === undefined) throw new Error("Nothing was said.");
    await world.say("Yes", "member", own);
    expect(world.heard.at(-1)).toMatchObject({ text: "Yes", replyToKey: "dlv_a" });
  });

  test("ends where a program answers each mail without saying that it is one, and the log says so", async () => {
    for (let sent = 1; sent < 15; sent += 1) {
      const last = (await world.shown()).at(-1);
      if (last === undefined) throw new Error("Nothing was sent.");
      await world.say("I am away.", "member", last);
      await written();
    }
    expect(world.smtp.taken).toHaveLength(1 + 10);
    expect(world.smtp.taken.at(-1)?.mail.text).toContain("the last word");
    expect(world.smtp.taken.at(-2)?.mail.text).not.toContain("the last word");
    expect(world.log.filter((line) => line.includes("was not told"))).toHaveLength(4);
  });

  test("has room for the person's own replies, however many others write in their name", async () => {
    for (let sent = 0; sent < 12; sent += 1) {
      await world.bring(world.reply({ from: MEMBER, text: "x", to: post, recipient: OWN }));
    }
    expect(await written()).toHaveLength(3);
    await world.say("Yes", "member", post);
    expect((await written()).at(-1)?.mail.text).toContain("This was answered already.");
  });

  test("is mailed to nobody whom a forged mail names", async () => {
    const victim = "victim@example.net";
    await world.bring(world.reply({ from: victim, text: "x", recipient: OWN }));
    await world.bring(world.reply({ from: victim, text: "x", to: post }));
    await world.bring(world.reply({ from: victim, text: "", to: post }));
    expect(await written()).toEqual([]);
  });

  test("is nothing to an answer that a program wrote, and the log says that it was passed over", async () => {
    const headers = ["Auto-Submitted: auto-replied"];
    await world.bring(world.reply({ from: MEMBER, text: "I am away.", to: post, headers }));
    expect(await written()).toEqual([]);
    expect(world.log).toContainEqual(expect.stringContaining("passed over"));
  });
});
