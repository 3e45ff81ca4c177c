import { createHmac, timingSafeEqual } from "node:crypto";

/** A post, and the one address that it was sent to. */
export interface SentPost {
  readonly key: string;
  readonly to: string;
}

/**
 * Names of posts, each signed for the post and the one address that it was sent to. Two kinds, which
 * cannot be made of one another: the address that replies go to, which mail programs leave out of what
 * they forward, and so proves who has the mail; and Message-IDs, which they copy into every reply to
 * all, forward and archive, and so prove nothing.
 */
export interface ReplyTokens {
  isKey(key: string): boolean;
  messageId(sent: SentPost): string;
  /** Of what is sent later about the same post: the same for the same content. */
  followUpId(sent: SentPost, hash: string): string;
  replyAddress(sent: SentPost): string;
  /** The key of the post to `to` whose reply address this is. */
  keyProven(address: string, to: string): string | undefined;
  /**
   * The key of the post to `to` that a Message-ID names, or a reply address of the time when both
   * bore one signature: what was sent then is found, and proves as little as its Message-ID.
   */
  keyNamed(name: string, to: string): string | undefined;
  /** The first key anywhere in a text that names whom it was sent to, such as a bounce. */
  keyIn(text: string): string | undefined;
}

export interface ReplyTokensOptions {
  readonly from: string;
  readonly secret: string;
}

/** No upper case: servers on the way may change it. */
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
/** A report names few; more only cost time. */
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
