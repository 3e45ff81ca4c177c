import * as imapflow from "imapflow";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emailModule } from "../../src/channels/email/email-module.ts";
import { connectImap } from "../../src/channels/email/imap-connection.ts";
import { readServerUrl } from "../../src/channels/email/server-url.ts";
import { ChannelError } from "../../src/ports/channels/channel.ts";
import { createEmailWorld, type EmailWorld, MEMBER, OWN } from "../support/email/email-world.ts";
import { type ImapServer, startImapServer } from "../support/email/imap-server.ts";
import { startSmtpFake } from "../support/email/smtp-fake.ts";

const WAIT = { timeout: 20_000, interval: 20 };

let world: EmailWorld;
let imap: ImapServer;
beforeEach(async () => {
  world = await createEmailWorld({ way: "imap" });
  if (world.imap === undefined) throw new Error("There is no folder.");
  imap = world.imap;
});
afterEach(() => world.close());

const mail = (text: string) => world.reply({ from: MEMBER, text, recipient: OWN });
const words = () => world.heard.map((event) => (event.kind === "text" ? event.text : event.kind));

test("what came while nobody listened is caught up on", async () => {
  const uids = [imap.deliver(mail("one")), imap.deliver(mail("two"))];
  await world.start(async () => ({}));
  await vi.waitUntil(() => uids.every(imap.isSeen), WAIT);
  expect(words()).toEqual(["one", "two"]);
});

test("new mail is heard as the server tells of it", async () => {
  await world.start(async () => ({}));
  await vi.waitUntil(() => imap.idling() === 1, WAIT);
  const uid = imap.deliver(mail("news"));
  await vi.waitUntil(() => imap.isSeen(uid), WAIT);
  expect(words()).toEqual(["news"]);
});

test("a mail is marked as seen only once it is stored", async () => {
  const stored = Promise.withResolvers<void>();
  const uid = imap.deliver(mail("one"));
  await world.start(async () => {
    await stored.promise;
    return {};
  });
  await vi.waitUntil(() => world.heard.length === 1, WAIT);
  expect(imap.isSeen(uid)).toBe(false);
  stored.resolve();
  await vi.waitUntil(() => imap.isSeen(uid), WAIT);
});

test("a mail that cannot be stored is tried again, and holds up no other", async () => {
  let isAway = true;
  const first = imap.deliver(mail("first"));
  const second = imap.deliver(mail("second"));
  await world.start(async (event) => {
    if (isAway && event.kind === "text" && event.text === "first") throw new Error("away");
    return {};
  });
  await vi.waitUntil(() => imap.isSeen(second), WAIT);
  expect(imap.isSeen(first)).toBe(false);
  isAway = false;
  await vi.waitUntil(() => imap.isSeen(first), WAIT);
  expect(words().slice(0, 2)).toEqual(["first", "second"]);
  expect(words().at(-1)).toBe("first");
});

test("a mail that was stored, but not marked before the connection broke, comes again with its key", async () => {
  imap.breakBeforeNextMark();
  const uid = imap.deliver(mail("one"));
  await world.start(async () => ({}));
  await vi.waitUntil(() => imap.isSeen(uid), WAIT);
  const [first, second, ...more] = world.heard;
  expect(more).toEqual([]);
  expect(second?.key).toBe(first?.key);
});

test("a server that has gone silent does not keep it from stopping", async () => {
  await world.start(async () => ({}));
  await vi.waitUntil(() => imap.idling() === 1, WAIT);
  imap.freeze();
  imap.deliver(mail("never read"));
  await vi.waitUntil(() => imap.unanswered() > 0, WAIT);
  const begunMs = performance.now();
  await world.channel.stop();
  expect(performance.now() - begunMs).toBeLessThan(15_000);
});

test("it goes on after the connection was lost", async () => {
  await world.start(async () => ({}));
  await vi.waitUntil(() => imap.idling() === 1, WAIT);
  imap.cut(true);
  const uid = imap.deliver(mail("later"));
  await vi.waitUntil(() => world.log.some((line) => line.includes("connection is down")), WAIT);
  imap.cut(false);
  await vi.waitUntil(() => imap.isSeen(uid), WAIT);
  expect(words()).toEqual(["later"]);
  expect(imap.logins()).toBe(2);
});

test("a mail that cannot be read is passed over, once", async () => {
  const page = `Content-Type: text/html\r\nFrom: ${MEMBER}\r\n\r\n${"<p>x</p>".repeat(60_000)}`;
  const uids = [page, "", `Subject: ${"x".repeat(2 * 1024 * 1024)}\r\n\r\n`].map(imap.deliver);
  await world.start(async () => ({}));
  await vi.waitUntil(() => uids.every(imap.isSeen), WAIT);
  expect(world.heard).toEqual([]);
  expect(world.log).toHaveLength(2);
});

test("nothing is heard any more once it was stopped, and all of it after it was started again", async () => {
  await world.start(async () => ({}));
  await world.channel.stop();
  const uid = imap.deliver(mail("one"));
  await vi.waitUntil(() => imap.idling() === 0, WAIT);
  expect(world.heard).toEqual([]);
  await world.start(async () => ({}));
  await vi.waitUntil(() => imap.isSeen(uid), WAIT);
  expect(words()).toEqual(["one"]);
});

async function openWith(change: (url: string) => Record<string, string>) {
  const smtp = await startSmtpFake();
  const folder = await startImapServer();
  const settings = { smtpUrl: smtp.url, from: OWN, replySecret: "r".repeat(32) };
  const channel = await emailModule.open(
    { ...settings, ...change(folder.url) },
    { now: () => Date.now(), log: () => {} },
  );
  const close = () => Promise.all([smtp.close(), folder.close()]);
  return { channel, close };
}

test.each([
  ["password", (url: string) => ({ imapUrl: url.replace("app%20password", "guessed") }), "imapUrl"],
  ["folder", (url: string) => ({ imapUrl: url, imapFolder: "Elsewhere" }), "imapFolder"],
] as const)(
  "with a wrong %s it does not start, and says what to change",
  async (_, change, named) => {
    const { channel, close } = await openWith(change);
    const error: unknown = await channel.start(async () => ({})).catch((caught) => caught);
    expect(error).toBeInstanceOf(ChannelError);
    expect(error).toMatchObject({ kind: "permanent", message: expect.stringContaining(named) });
    expect(error).not.toMatchObject({ message: expect.stringContaining("guessed") });
    const lines = await channel.check();
    expect(lines.filter(({ isOk }) => !isOk).map(({ text }) => text)).toEqual([
      expect.stringContaining(named),
    ]);
    await close();
  },
);

test("a server that offers no TLS is not signed in to on another machine", async () => {
  const server = await startImapServer();
  const here = readServerUrl(server.url, { setting: "imapUrl", scheme: "imap" });
  const connecting = connectImap(imapflow, { ...here, isLocal: false, folder: "INBOX" });
  await expect(connecting).rejects.toMatchObject({ kind: "transient" });
  expect(server.logins()).toBe(0);
  await server.close();
});
