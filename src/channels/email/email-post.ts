import { createHash } from "node:crypto";
import type { PostRef } from "../../domain/hub/delivery.ts";
import { present } from "../../domain/present.ts";
import { ChannelError, type Content, type Post } from "../../ports/channels/channel.ts";
import { htmlMail } from "./html-mail.ts";
import { isMailAddress } from "./mail-address.ts";
import { mailSubject, replySubject } from "./mail-subject.ts";
import { messageIdFrom } from "./message-id.ts";
import { plainMail } from "./plain-mail.ts";
import type { ReplyTokens, SentPost } from "./reply-token.ts";
import type { Mail } from "./smtp-sender.ts";

export interface EmailPosts {
  /** Throws a ChannelError for an invalid address. */
  ofPost(post: Post): Mail;
  /**
   * A mail in the thread of a post that says what has become of it; the same content gives the same
   * mail.
   */
  ofEdit(ref: PostRef, content: Content): Mail;
}

export interface EmailPostsOptions {
  readonly from: string;
  readonly tokens: ReplyTokens;
  /** Whether replies are read, so that a mail may ask for them. */
  readonly isRead: boolean;
  readonly now: () => number;
}

export function createEmailPosts({ from, tokens, isRead, now }: EmailPostsOptions): EmailPosts {
  const bodyOf = (content: Content) => ({
    from,
    text: plainMail(content, isRead),
    html: htmlMail(content, isRead),
    atMs: now(),
  });
  const replyTo = (sent: SentPost) => isRead && { replyTo: tokens.replyAddress(sent) };

  return {
    ofPost({ key, address, content, replyTo: answered, files }) {
      if (!tokens.isKey(key)) {
        throw new ChannelError("permanent", "The post has a key that no mail address can carry.");
      }
      const sent = { key, to: checkedAddress(address.chatId) };
      return {
        ...bodyOf(content),
        to: sent.to,
        messageId: tokens.messageId(sent),
        subject: mailSubject(content),
        ...present({ files }),
        ...replyTo(sent),
        ...threadOf([address.threadId, answered]),
      };
    },
    ofEdit(ref, content) {
      const [id = ""] = ref.ids;
      const to = checkedAddress(ref.chatId);
      const key = tokens.keyNamed(id, to);
      if (key === undefined) {
        throw new ChannelError("gone", "There is no mail of ours with that id to follow up.");
      }
      const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
      return {
        ...bodyOf(content),
        to,
        messageId: tokens.followUpId({ key, to }, hash),
        subject: replySubject(mailSubject(content)),
        ...replyTo({ key, to }),
        ...threadOf([ref.threadId, id]),
      };
    },
  };
}

function checkedAddress(chatId: string): string {
  if (isMailAddress(chatId)) return chatId;
  throw new ChannelError(
    "permanent",
    "This is not an e-mail address. Give one bare address, such as name@example.com.",
  );
}

function threadOf(named: readonly (string | undefined)[]): Partial<Mail> {
  const ids = named.flatMap((name) => {
    const id = messageIdFrom(name);
    return id === undefined ? [] : [id];
  });
  const inReplyTo = ids.at(-1);
  return inReplyTo === undefined ? {} : { inReplyTo, references: [...new Set(ids)] };
}
