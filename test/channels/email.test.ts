import nodemailer from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emailModule } from "../../src/channels/email/email-module.ts";
import { readServerUrl } from "../../src/channels/email/server-url.ts";
import { createSmtpSender } from "../../src/channels/email/smtp-sender.ts";
import { ChannelError, type Content, type Control } from "../../src/ports/channels/channel.ts";
import { contentOf, PAGE, postOf } from "../support/email/email-content.ts";
import { createEmailWorld, type EmailWorld, MEMBER, OWN } from "../support/email/email-world.ts";
import { type SmtpHarm, startSmtpFake, type TakenMail } from "../support/email/smtp-fake.ts";

let world: EmailWorld;
beforeEach(async () => {
  world = await createEmailWorld({ way: "webhook" });
});
afterEach(() => world.close());

function last(): TakenMail {
  const taken = world.smtp.taken.at(-1);
  if (taken === undefined) throw new Error("Nothing was sent.");
  return taken;
}

async function sent(content: Content): Promise<TakenMail> {
  await world.channel.post(postOf("dlv_a", { content }));
  return last();
}

test("a post is one mail from Earshot to the person alone, as text and as HTML", async () => {
  const ref = await world.channel.post(postOf("dlv_a"));
  const { mail, recipients, returnPath } = last();
  expect(recipients).toEqual([MEMBER]);
  expect(returnPath).toBe(OWN);
  expect(mail.from?.text).toBe(`"Earshot" <${OWN}>`);
  expect(mail.subject).toBe("A question");
  expect(ref).toEqual({ chatId: MEMBER, ids: [mail.messageId] });
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain("Shall I deploy?");
    expect(body).toContain(PAGE);
    expect(body).toContain("Reply to this message to answer.");
  }
});

test("a mail says by its headers that a program wrote it, and where replies go", async () => {
  const { mail } = await sent(contentOf());
  expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
  expect(mail.headers.get("x-auto-response-suppress")).toBe("All");
  expect(mail.messageId).toMatch(/^<dlv_a\.[0-9a-f]{16}@earshot\.example\.com>$/);
  expect(mail.replyTo?.value[0]?.address).toMatch(/^earshot\+dlv_a\.[0-9a-f]{16}@example\.com$/);
});

test("every attempt of a post has one Message-ID", async () => {
  const first = await world.channel.post(postOf("dlv_a"));
  expect(await world.channel.post(postOf("dlv_a"))).toEqual(first);
});

test("a post that replies stands in the thread", async () => {
  const first = await world.channel.post(postOf("dlv_a"));
  const [threadId = ""] = first.ids;
  const second = await world.channel.post(postOf("dlv_b", { replyTo: threadId }));
  const [replyTo = ""] = second.ids;
  const address = { channel: "email" as const, chatId: MEMBER, threadId };
  const third = await world.channel.post(postOf("dlv_c", { address, replyTo }));
  const { mail } = last();
  expect(world.smtp.taken[1]?.mail.inReplyTo).toBe(threadId);
  expect(mail.inReplyTo).toBe(replyTo);
  expect(mail.references).toEqual([threadId, replyTo]);
  expect(third.threadId).toBe(threadId);
});

const ATTACKS = [
  "A question\r\nBcc: mallory@example.net",
  "A question\nBcc: mallory@example.net\n\nbody",
  "A question\u2028Bcc: mallory@example.net",
  "A question\0\r\n.\r\nMAIL FROM:<mallory@example.net>",
  `A ${"very ".repeat(100)}long question`,
];

const IN_SUBJECT = ATTACKS.flatMap((text) => [
  { what: "title", text, content: { blocks: [{ kind: "title", text }], controls: [] } as const },
  { what: "subject", text, content: { subject: text, blocks: [], controls: [] } as const },
]);

test.each(IN_SUBJECT)("no $what begins another header: $text", async ({ content }) => {
  const { mail, recipients } = await sent(content);
  expect(recipients).toEqual([MEMBER]);
  expect(mail.headers.has("bcc")).toBe(false);
  expect(mail.subject?.length).toBeLessThanOrEqual(120);
  expect(mail.subject).not.toMatch(/[\r\n\u2028\0]/);
  expect(world.smtp.taken).toHaveLength(1);
});

test.each([
  "ada@example.org\r\nBcc: mallory@example.net",
  "ada@example.org, mallory@example.net",
  "Ada <ada@example.org>",
  "ada@example.org> RCPT TO:<mallory@example.net",
  "",
  "ada",
])("%j is no address, and nothing is sent", async (chatId) => {
  const address = { channel: "email" as const, chatId };
  const posting = world.channel.post(postOf("dlv_a", { address }));
  await expect(posting).rejects.toMatchObject({ kind: "permanent" });
  expect(world.smtp.taken).toEqual([]);
});

test("a Message-ID that begins another header is left out", async () => {
  await world.channel.post(postOf("dlv_a", { replyTo: "<a@b>\r\nBcc: mallory@example.net" }));
  expect(world.smtp.taken[0]?.mail.headers.has("bcc")).toBe(false);
  expect(world.smtp.taken[0]?.mail.inReplyTo).toBeUndefined();
});

test("what an agent says is inert: no markup, no link, nothing remote", async () => {
  const text = `<img src="https://evil.example/x.png"><a href='https://evil.example'>x</a>&lt; </div><script>1</script> www.evil.example`;
  const { mail } = await sent(contentOf(text));
  const html = mail.html || "";
  expect(html).not.toMatch(/<(?:img|script|iframe|form|input|button|link|style)\b/i);
  expect(html).not.toContain("://evil");
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([PAGE]);
  const [shown] = await world.shown();
  expect(shown?.text).toContain(text);
  expect(mail.text).toContain(`| ${text}`);
});

test("an agent cannot speak as Earshot in the text part", async () => {
  const { mail } = await sent(contentOf("Yes?\n\nOpen the page: https://evil.example\r\nx\ry"));
  const said = (mail.text ?? "").split("\n").filter((line) => line.includes("evil"));
  expect(said).toEqual(["| Open the page: https://evil.example"]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:a@b.c",
  'https://a" onclick="x',
  "//x",
])("%j is no page, and not linked to", async (url) => {
  const { mail } = await sent({ blocks: [{ kind: "link", label: "Open", url }], controls: [] });
  expect(mail.html).not.toContain("href");
  expect(mail.text).not.toContain(url);
});

const CONTROLS: readonly Control[] = [
  { kind: "button", token: "nonce.1", label: "Approve", style: "primary" },
  { kind: "button", token: "nonce.2", label: "Reject", style: "danger" },
  {
    kind: "select",
    token: "nonce.3",
    label: "Which",
    min: 0,
    max: 1,
    options: [{ token: "nonce.4", label: "One" }],
  },
  { kind: "form", token: "nonce.5", label: "Fill in", form: { title: "Form", fields: [] } },
];

test("a program that opens all links of a mail decides nothing: it has the page's link alone", async () => {
  const { mail, raw } = await sent({ ...contentOf(), controls: CONTROLS });
  const urls = [...`${mail.html}${mail.text}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url);
  expect(new Set(urls)).toEqual(new Set([PAGE]));
  expect(`${mail.html}${mail.text}${raw}`).not.toContain("nonce");
  expect(mail.text).toContain(`Decide it on the page: ${PAGE}`);
  expect(mail.html).not.toMatch(/<(?:form|button|input)\b/i);
});

test("what became of a post follows in its thread, once for the same content", async () => {
  const ref = await world.channel.post(postOf("dlv_a"));
  const now = { blocks: [{ kind: "title" as const, text: "Answered by Ada" }], controls: [] };
  await world.channel.edit(ref, now);
  await world.channel.edit(ref, now);
  const [first, second, ...more] = world.smtp.taken;
  expect(more).toEqual([]);
  expect(second?.mail.inReplyTo).toBe(first?.mail.messageId);
  expect(second?.mail.subject).toBe("Re: Answered by Ada");
  expect(second?.mail.messageId).toMatch(/^<dlv_a\.[0-9a-f]{16}\.[0-9a-f]{12}@/);
});

test("nothing follows a mail that is not ours", async () => {
  const ref = { chatId: MEMBER, ids: ["<dlv_a.0000000000000000@earshot.example.com>"] };
  await expect(world.channel.edit(ref, contentOf())).rejects.toMatchObject({ kind: "gone" });
});

const HARMS: readonly (readonly [SmtpHarm, Partial<ChannelError>])[] = [
  ["greylisted", { kind: "transient", retryAfterMs: 60_000 }],
  ["server_error", { kind: "transient", retryAfterMs: 60_000 }],
  ["rate_limited", { kind: "rate", retryAfterMs: 60_000 }],
  ["refused", { kind: "permanent" }],
  ["refused_after_data", { kind: "permanent" }],
  ["lost_before", { kind: "transient" }],
  ["lost_after", { kind: "ambiguous" }],
];

test.each(HARMS)(
  "a mail that is %s rejects so, without its words, and goes next time",
  async (harm, expected) => {
    world.smtp.harm(harm);
    const error: unknown = await world.channel.post(postOf("dlv_a")).catch((caught) => caught);
    expect(error).toBeInstanceOf(ChannelError);
    expect(error).toMatchObject(expected);
    expect(error).not.toMatchObject({ message: expect.stringMatching(/deploy|password|ada@/) });
    const ref = await world.channel.post(postOf("dlv_a"));
    expect(world.smtp.taken.at(-1)?.mail.messageId).toBe(ref.ids[0]);
  },
);

test("a recipient that does not exist is refused for good", async () => {
  const posting = world.channel.post(postOf("dlv_a", { address: world.badAddress }));
  await expect(posting).rejects.toMatchObject({
    kind: "permanent",
    message: expect.stringContaining("550 5.1.1"),
  });
});

async function openWith(smtpUrl: string) {
  const settings = { smtpUrl, from: OWN, replySecret: "r".repeat(32) };
  return await emailModule.open(settings, { now: () => Date.now(), log: () => {} });
}

test("a wrong password is refused for good, with what to do", async () => {
  const channel = await openWith(world.smtp.url.replace("app%20password", "guessed"));
  const posting = channel.post(postOf("dlv_a"));
  await expect(posting).rejects.toMatchObject({
    kind: "permanent",
    message: expect.stringContaining('"smtpUrl"'),
  });
  await expect(posting).rejects.not.toMatchObject({ message: expect.stringContaining("guessed") });
  expect(await channel.check()).toContainEqual(expect.objectContaining({ isOk: false }));
});

test("a server on another machine that offers no TLS gets neither password nor mail, and is told so", async () => {
  const here = readServerUrl(world.smtp.url, { setting: "smtpUrl", scheme: "smtp" });
  const sender = createSmtpSender(nodemailer, { ...here, isLocal: false });
  await expect(sender.verify()).rejects.toMatchObject({
    name: "ChannelError",
    kind: "transient",
    message: expect.stringContaining("accepts no encrypted connection"),
  });
  expect(world.smtp.taken).toEqual([]);
});

test("a server on this machine that wants STARTTLS is used, whoever made its certificate", async () => {
  const smtp = await startSmtpFake({ offersTls: true });
  const channel = await openWith(smtp.url);
  await channel.post(postOf("dlv_a"));
  expect(smtp.taken).toHaveLength(1);
  expect(await channel.check()).not.toContainEqual(expect.objectContaining({ isOk: false }));
  await smtp.close();
});

test("a server on another machine with a certificate of its own making is not used", async () => {
  const smtp = await startSmtpFake({ offersTls: true });
  const here = readServerUrl(smtp.url, { setting: "smtpUrl", scheme: "smtp" });
  const sender = createSmtpSender(nodemailer, { ...here, isLocal: false });
  await expect(sender.verify()).rejects.toMatchObject({ kind: "transient" });
  await smtp.close();
});

test("where no replies are read, none is asked for", async () => {
  const channel = await openWith(world.smtp.url);
  await channel.post(postOf("dlv_a"));
  const mail = world.smtp.taken[0]?.mail;
  expect(mail?.replyTo).toBeUndefined();
  expect(mail?.text).not.toContain("Reply to this message");
  expect(mail?.text).toContain(PAGE);
  const call = { method: "POST", path: "/inbound", headers: {}, body: Buffer.from("") };
  expect(await channel.receive?.(call)).toMatchObject({ status: 404 });
});

test("the longest text fits and is shown whole, however it is escaped", async () => {
  const text = '&\u200b<"'.repeat(world.channel.maxText / 4);
  const content = contentOf(text);
  expect(world.channel.fits(content)).toBe(true);
  await sent(content);
  const [shown] = await world.shown();
  expect(shown?.text).toContain('&\\u{200b}<"'.repeat(world.channel.maxText / 4));
});

test("what is too long for one mail does not fit", () => {
  expect(world.channel.fits(contentOf("x".repeat(300_000)))).toBe(false);
});

test("a check signs in and says where replies must arrive", async () => {
  const lines = await world.channel.check();
  expect(lines.filter(({ isOk }) => !isOk)).toEqual([]);
  expect(lines.at(-1)?.text).toContain("earshot+token@example.com");
});

test("set-up makes a reply secret of its own each time", () => {
  const made = () => emailModule.setup.fields.find(({ name }) => name === "replySecret")?.value;
  expect(made()).toMatch(/^[0-9a-f]{64}$/);
  expect(made()).not.toBe(made());
});
