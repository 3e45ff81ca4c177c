import { createHmac, timingSafeEqual } from "node:crypto";

/** A post, and the one address that it was sent to. */
export interface SentPost {
  readonly key: string;
  readonly to: string;
}

/**
 * Names of posts, each signed for the post and the one address that it was sent to. There are two
 * kinds, and neither can be made from the other.
 *
 * The reply address proves who has the mail, because mail programs omit it from what they forward.
 * A Message-ID proves nothing, since programs copy it into every reply to all, forward and archive.
 */
export interface ReplyTokens {
  isKey(key: string): boolean;
  messageId(sent: SentPost): string;
  /** The name of a later mail about the same post; the same content gives the same name. */
  followUpId(sent: SentPost, hash: string): string;
  replyAddress(sent: SentPost): string;
  /** The key of the post to `to` whose reply address this is. */
  keyProven(address: string, to: string): string | undefined;
  /**
   * The key of the post to `to` that a Message-ID names, or a reply address from when both shared
   * one signature. It finds mail sent back then, and proves as little as its Message-ID.
   */
  keyNamed(name: string, to: string): string | undefined;
  /** The first key in a text that also names the recipient, such as a bounce. */
  keyIn(text: string): string | undefined;
}

export interface ReplyTokensOptions {
  readonly from: string;
  readonly secret: string;
}

/** No upper case, because servers on the way may change it. */
const KEY = "[a-z0-9_-]{1,40}";
const MAC = "[0-9a-f]{16}";
const HASH = "[0-9a-f]{12}";
/** `mail` is what both were once signed with. */
type Use = "reply" | "thread" | "mail";

interface Signed {
  readonly to: string;
  readonly uses: readonly Use[];
}

const ANY_ADDRESS = /[a-z0-9!#$%&'*+/=?^_{|}~.-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?/g;
/** A report names few; reading more only costs time. */
const MOST_ADDRESSES = 100;

export function createReplyTokens({ from, secret }: ReplyTokensOptions): ReplyTokens {
  const at = from.lastIndexOf("@");
  const [name, domain] = [from.slice(0, at), from.slice(at + 1)];
  const host = `earshot.${domain}`;
  const signed = `(${KEY})\\.(${MAC})`;
  const id = `${signed}(?:\\.${HASH})?@${literally(host)}`;
  const address = `${literally(name)}\\+${signed}@${literally(domain)}`;
  const wholeId = new RegExp(`^<?${id}>?$`);
  const wholeAddress = new RegExp(`^${address}$`);
  const anywhere = [new RegExp(`(?<![a-z0-9_-])${id}`, "g"), new RegExp(address, "g")];

  function macOf(use: Use, { key, to }: SentPost): string {
    return createHmac("sha256", secret)
      .update(`earshot ${use} ${key} ${to.toLowerCase()}`)
      .digest("hex")
      .slice(0, 16);
  }

  function keyOf(form: RegExp, text: string, { to, uses }: Signed): string | undefined {
    const [, key = "", mac = ""] = form.exec(text.trim().toLowerCase()) ?? [];
    const isOurs = (use: Use) =>
      timingSafeEqual(Buffer.from(macOf(use, { key, to })), Buffer.from(mac));
    return mac !== "" && uses.some(isOurs) ? key : undefined;
  }

  const proven = (text: string, to: string) => keyOf(wholeAddress, text, { to, uses: ["reply"] });
  const named = (text: string, to: string) =>
    keyOf(wholeId, text, { to, uses: ["thread", "mail"] }) ??
    keyOf(wholeAddress, text, { to, uses: ["mail"] });

  return {
    isKey: (key) => new RegExp(`^${KEY}$`).test(key),
    messageId: (sent) => `<${sent.key}.${macOf("thread", sent)}@${host}>`,
    followUpId: (sent, hash) =>
      `<${sent.key}.${macOf("thread", sent)}.${hash.slice(0, 12)}@${host}>`,
    replyAddress: (sent) => `${name}+${sent.key}.${macOf("reply", sent)}@${domain}`,
    keyProven: proven,
    keyNamed: named,
    keyIn(text) {
      const lower = text.toLowerCase();
      const names = anywhere.flatMap((form) => lower.match(form)?.slice(0, MOST_ADDRESSES) ?? []);
      if (names.length === 0) return undefined;
      const addresses = [...new Set(lower.match(ANY_ADDRESS))].slice(0, MOST_ADDRESSES);
      for (const one of new Set(names)) {
        for (const to of addresses) {
          const key = named(one, to) ?? proven(one, to);
          if (key !== undefined) return key;
        }
      }
      return undefined;
    },
  };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
