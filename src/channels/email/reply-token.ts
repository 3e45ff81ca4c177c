import { createHmac, timingSafeEqual } from "node:crypto";

/** A post, and the one address that it was sent to. */
export interface SentPost {
  readonly key: string;
  readonly to: string;
}

/**
 * Names of posts that prove themselves: only we can sign one, for the post and the address that it was
 * sent to. The sender's address alone proves nothing, as anybody can write anything there: who was
 * sent a post of their own cannot speak for somebody else with its name.
 */
export interface ReplyTokens {
  isKey(key: string): boolean;
  messageId(sent: SentPost): string;
  /** Of what is sent later about the same post: the same for the same content. */
  followUpId(sent: SentPost, hash: string): string;
  replyAddress(sent: SentPost): string;
  /** The key in an address or Message-ID of ours, where it was signed for a post to `to`. */
  keyOf(text: string, to: string): string | undefined;
  /** The first such key anywhere in a text that names whom it was sent to, such as a bounce. */
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
const ANY_ADDRESS = /[a-z0-9!#$%&'*+/=?^_{|}~.-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?/g;
/** A report names few; more only cost time. */
const MOST_ADDRESSES = 100;

export function createReplyTokens({ from, secret }: ReplyTokensOptions): ReplyTokens {
  const at = from.lastIndexOf("@");
  const [name, domain] = [from.slice(0, at), from.slice(at + 1)];
  const host = `earshot.${domain}`;
  const macOf = ({ key, to }: SentPost) =>
    createHmac("sha256", secret)
      .update(`earshot mail ${key} ${to.toLowerCase()}`)
      .digest("hex")
      .slice(0, 16);
  const signed = `(${KEY})\\.(${MAC})`;
  const id = `${signed}(?:\\.${HASH})?@${literally(host)}`;
  const address = `${literally(name)}\\+${signed}@${literally(domain)}`;
  const whole = [new RegExp(`^<?${id}>?$`), new RegExp(`^${address}$`)];
  const anywhere = [new RegExp(`(?<![a-z0-9_-])${id}`, "g"), new RegExp(address, "g")];

  function proven([, key = "", mac = ""]: readonly string[], to: string): string | undefined {
    const isOurs = timingSafeEqual(Buffer.from(macOf({ key, to })), Buffer.from(mac));
    return isOurs ? key : undefined;
  }

  return {
    isKey: (key) => new RegExp(`^${KEY}$`).test(key),
    messageId: (sent) => `<${sent.key}.${macOf(sent)}@${host}>`,
    followUpId: (sent, hash) => `<${sent.key}.${macOf(sent)}.${hash.slice(0, 12)}@${host}>`,
    replyAddress: (sent) => `${name}+${sent.key}.${macOf(sent)}@${domain}`,
    keyOf(text, to) {
      const found = whole.map((form) => form.exec(text.trim().toLowerCase()));
      const keys = found.map((match) => match && proven(match, to));
      return keys.find((key) => key != null) ?? undefined;
    },
    keyIn(text) {
      const lower = text.toLowerCase();
      const named = anywhere.flatMap((form) => lower.match(form)?.slice(0, MOST_ADDRESSES) ?? []);
      if (named.length === 0) return undefined;
      const addresses = [...new Set(lower.match(ANY_ADDRESS))].slice(0, MOST_ADDRESSES);
      for (const one of new Set(named)) {
        const to = addresses.find((address) => this.keyOf(one, address) !== undefined);
        if (to !== undefined) return this.keyOf(one, to);
      }
      return undefined;
    },
  };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
