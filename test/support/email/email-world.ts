import { vi } from "vitest";
import { emailModule } from "../../../src/channels/email/email-module.ts";
import type { Address } from "../../../src/domain/hub/delivery.ts";
import type { Inbound, Sink } from "../../../src/ports/channels/channel.ts";
import type {
  ChannelWorld,
  ShownPost,
  Someone,
} from "../../../src/testing/channel-contract/channel-world.ts";
import { type ImapServer, startImapServer } from "./imap-server.ts";
import { readHtml } from "./read-html.ts";
import { type ReplyMail, replyMail } from "./reply-mail.ts";
import { type SmtpFake, startSmtpFake, type TakenMail } from "./smtp-fake.ts";

export const OWN = "earshot@example.com";
export const MEMBER = "ada@example.org";
export const REPLY_SECRET = "a reply secret of more than 32 characters";
export const INBOUND_SECRET = "an inbound secret of more than 32 characters";

const SENDERS: Readonly<Record<Someone, string>> = {
  member: MEMBER,
  guest: "guest@example.org",
  outsider: "mallory@example.net",
};
const WAIT = { timeout: 20_000, interval: 20 };

export interface EmailWorldOptions {
  readonly way: "imap" | "webhook";
}

/** The channel with its servers in reach. */
export interface EmailWorld extends ChannelWorld {
  readonly smtp: SmtpFake;
  readonly imap: ImapServer | undefined;
  readonly log: readonly string[];
  /**
   * Delivers a mail once, by either way; returns the webhook's status or the number in the folder.
   */
  bring(raw: string): Promise<number>;
  reply(mail: Omit<ReplyMail, "to"> & { readonly to?: ShownPost }): string;
}

/** The e-mail channel with a mail server of its own; replies come over IMAP or the webhook. */
export async function createEmailWorld({ way }: EmailWorldOptions): Promise<EmailWorld> {
  const smtp = await startSmtpFake();
  const imap = way === "imap" ? await startImapServer() : undefined;
  const log: string[] = [];
  const inner = await emailModule.open(
    {
      smtpUrl: smtp.url,
      from: OWN,
      replySecret: REPLY_SECRET,
      ...(imap === undefined ? { inboundSecret: INBOUND_SECRET } : { imapUrl: imap.url }),
    },
    { now: () => Date.now(), log: (line) => log.push(line) },
  );
  const heard: Inbound[] = [];
  const state = { isRunning: false, isClosed: false, rejections: 0, last: "" };
  const address: Address = { channel: "email", chatId: MEMBER };
  const channel = {
    ...inner,
    async stop() {
      state.isRunning = false;
      await inner.stop();
    },
  };

  async function call(raw: string, headers: Readonly<Record<string, string>>): Promise<number> {
    const body = Buffer.from(raw);
    const made = { method: "POST", path: "/inbound", headers, body };
    return (await inner.receive?.(made))?.status ?? 404;
  }

  async function bring(raw: string): Promise<number> {
    state.last = raw;
    return imap === undefined
      ? await call(raw, { authorization: `Bearer ${INBOUND_SECRET}` })
      : imap.deliver(raw);
  }

  /** Repeats it until it is accepted, as a mail server does. */
  async function retry(raw: string): Promise<void> {
    while (!state.isClosed && (await bring(raw)) >= 500) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function deliver(raw: string): Promise<void> {
    const { rejections } = state;
    const came = await bring(raw);
    if (imap === undefined) {
      if (came >= 500) void retry(raw);
      return;
    }
    if (!state.isRunning) return;
    await vi.waitUntil(() => imap.isSeen(came) || state.rejections > rejections, WAIT);
  }

  function taken(post: ShownPost | undefined): TakenMail | undefined {
    return smtp.taken.find(({ mail }) => post !== undefined && mail.messageId === post.id);
  }

  function reply({ to, ...mail }: Parameters<EmailWorld["reply"]>[0]): string {
    const original = taken(to)?.mail;
    return replyMail({ ...mail, ...(original !== undefined && { to: original }) });
  }

  return {
    channel,
    address,
    smtp,
    imap,
    log,
    heard,
    bring,
    reply,
    badAddress: { channel: "email", chatId: "nobody@example.org" },
    async start(sink: Sink) {
      heard.length = 0;
      await inner.start(async (event) => {
        heard.push(event);
        try {
          return await sink(event);
        } catch (error) {
          state.rejections += 1;
          throw error;
        }
      });
      state.isRunning = true;
    },
    shown: async (at = address) => shownTo(smtp.taken, at),
    harm: smtp.harm,
    press: () => Promise.reject(new Error("A mail has nothing to press.")),
    async say(text, by, to) {
      const recipient = to === undefined || by === "guest" ? { recipient: OWN } : {};
      // A guest stands for anybody who claims to be somebody: no token comes along.
      const original = to === undefined || by === "guest" ? {} : { to };
      await deliver(reply({ from: SENDERS[by], text, ...recipient, ...original }));
    },
    again: () => deliver(state.last),
    ...(imap === undefined && { forge: () => forge(call) }),
    async close() {
      state.isClosed = true;
      await channel.stop();
      await Promise.all([smtp.close(), imap?.close()]);
    },
  };
}

function shownTo(taken: readonly TakenMail[], { chatId }: Address): ShownPost[] {
  return taken
    .filter(({ recipients }) => recipients.includes(chatId))
    .map(({ mail }) => ({
      id: mail.messageId ?? "",
      text: readHtml(mail.html || ""),
      // The part in which markup is obeyed.
      raw: mail.html || "",
      controls: [],
      ...(mail.inReplyTo !== undefined && { replyTo: mail.inReplyTo }),
    }));
}

type Call = (raw: string, headers: Readonly<Record<string, string>>) => Promise<number>;

async function forge(call: Call): Promise<number> {
  const raw = replyMail({ from: MEMBER, text: "approve", recipient: OWN });
  const forged: readonly Readonly<Record<string, string>>[] = [
    {},
    { authorization: "" },
    { authorization: "Bearer" },
    { authorization: `Bearer ${INBOUND_SECRET.slice(0, -1)}` },
    { authorization: `Bearer ${INBOUND_SECRET}x` },
    { authorization: `Bearer ${INBOUND_SECRET.toUpperCase()}` },
    { authorization: `Basic ${Buffer.from(INBOUND_SECRET).toString("base64")}` },
    { authorization: INBOUND_SECRET },
    { "x-authorization": `Bearer ${INBOUND_SECRET}` },
  ];
  const statuses = await Promise.all(forged.map((headers) => call(raw, headers)));
  return statuses.filter((status) => status !== 401).length;
}
