import type { PostRef } from "../../domain/hub/delivery.ts";
import type {
  Channel,
  ChannelPorts,
  Content,
  ContentBlock,
  Control,
  Sink,
} from "../../ports/channels/channel.ts";
import { RUNNING } from "../../ports/channels/channel-hearing.ts";
import { checkEmail } from "./check-email.ts";
import { createEmailPosts } from "./email-post.ts";
import type { EmailSettings } from "./email-settings.ts";
import type { ImapLibrary } from "./imap-connection.ts";
import { type ImapInbox, startImapInbox } from "./imap-inbox.ts";
import { receiveInboundMail } from "./inbound-webhook.ts";
import { createMailReceiver, type MailParser, type MailReceiver } from "./mail-receiver.ts";
import { createReplyTokens } from "./reply-token.ts";
import { createSaidBack } from "./said-back.ts";
import type { SmtpSender } from "./smtp-sender.ts";

export interface EmailChannelOptions extends ChannelPorts {
  readonly settings: EmailSettings;
  readonly sender: SmtpSender;
  /** Present if replies are read at all. */
  readonly parser?: MailParser;
  readonly imap?: ImapLibrary;
}

/** Every provider accepts this much, and mail programs show it without cutting it off. */
const MOST_CONTENT = 200_000;
const MAX_TEXT = 100_000;
/** Encoded for mail it is a third more, and many servers take ten megabytes. */
const MOST_ATTACHED = 5 * 1_048_576;
/** Follow-ups that are known to have been sent. */
const MOST_REMEMBERED = 1_000;

export function createEmailChannel(options: EmailChannelOptions): Channel {
  const { settings, sender, parser, imap, now, log } = options;
  const { from, replySecret, imap: folder, inboundSecret } = settings;
  const tokens = createReplyTokens({ from, secret: replySecret });
  const posts = createEmailPosts({ from, tokens, isRead: parser !== undefined, now });
  const sayBack = createSaidBack({ from, tokens, sender, now, log });
  const followUps = new Set<string>();
  let take: MailReceiver | undefined;
  let inbox: ImapInbox | undefined;

  function receiverFor(sink: Sink): MailReceiver | undefined {
    if (parser === undefined) return undefined;
    const receive = createMailReceiver({ parser, sink, tokens, own: from, log });
    return async (raw, receivedMs) => {
      const received = await receive(raw, receivedMs);
      sayBack.say(received);
      return received;
    };
  }

  return {
    kind: "email",
    capabilities: {
      find: false,
      edit: false,
      buttons: false,
      words: "replies",
      forms: false,
      threads: true,
      marks: false,
      history: false,
    },
    rates: { address: { perMs: 10_000, count: 5 }, all: { perMs: 1_000, count: 5 } },
    maxText: MAX_TEXT,
    mostAttached: MOST_ATTACHED,
    fits: (content) => contentSize(content) <= MOST_CONTENT,
    async start(sink) {
      const receiver = receiverFor(sink);
      if (folder !== undefined && imap !== undefined && receiver !== undefined) {
        inbox = await startImapInbox({ library: imap, folder, take: receiver, now, log });
      }
      take = receiver;
    },
    async stop() {
      take = undefined;
      await inbox?.stop();
      inbox = undefined;
      await sayBack.done();
    },
    hearing: () => inbox?.hearing() ?? RUNNING,
    async receive(call) {
      if (inboundSecret === undefined) return { status: 404 };
      const taking = take;
      return await receiveInboundMail(call, {
        secret: inboundSecret,
        take: taking && ((raw) => taking(raw, now())),
        log,
      });
    },
    async post(post): Promise<PostRef> {
      const mail = posts.ofPost(post);
      await sender.send(mail);
      const { chatId, threadId } = post.address;
      return { chatId, ids: [mail.messageId], ...(threadId !== undefined && { threadId }) };
    },
    async edit(ref, content) {
      const mail = posts.ofEdit(ref, content);
      if (followUps.has(mail.messageId)) return;
      await sender.send(mail);
      if (followUps.size >= MOST_REMEMBERED) followUps.clear();
      followUps.add(mail.messageId);
    },
    check: () => checkEmail({ settings, sender, imap }),
  };
}

/** UTF-16 units of everything that a mail shows of the content, before it is escaped. */
function contentSize({ blocks, controls }: Content): number {
  return sum(blocks.map(blockSize)) + sum(controls.map(controlSize));
}

function blockSize(block: ContentBlock): number {
  switch (block.kind) {
    case "title":
    case "note":
      return block.text.length;
    case "said":
      return block.by.length + block.text.length;
    case "facts":
      return sum(block.facts.map(({ label, value }) => label.length + value.length));
    case "lines":
      return block.label.length + sum(block.lines.map((line) => line.length + 1));
    case "link":
      return block.label.length + block.url.length;
  }
}

function controlSize(control: Control): number {
  return control.kind === "reply" ? control.hint.length : 0;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
