import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Names of posts that prove themselves: whoever has one was sent it, since only we can sign it. The
 * sender's address proves nothing, as anybody can write anything there.
 */
export interface ReplyTokens {
  isKey(key: string): boolean;
  messageId(key: string): string;
  /** Of what is sent later about the same post: the same for the same content. */
  followUpId(key: string, hash: string): string;
  replyAddress(key: string): string;
  /** The key in an address or Message-ID of ours, where its signature is right. */
  keyOf(text: string): string | undefined;
  /** The first such key anywhere in a text, such as the original within a bounce. */
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

export function createReplyTokens({ from, secret }: ReplyTokensOptions): ReplyTokens {
  const at = from.lastIndexOf("@");
  const [name, domain] = [from.slice(0, at), from.slice(at + 1)];
  const host = `earshot.${domain}`;
  const macOf = (key: string) =>
    createHmac("sha256", secret).update(`earshot mail ${key}`).digest("hex").slice(0, 16);
  const signed = `(${KEY})\\.(${MAC})`;
  const id = `${signed}(?:\\.${HASH})?@${literally(host)}`;
  const address = `${literally(name)}\\+${signed}@${literally(domain)}`;
  const whole = [new RegExp(`^<?${id}>?$`), new RegExp(`^${address}$`)];
  const anywhere = [new RegExp(`(?<![a-z0-9_-])${id}`, "g"), new RegExp(address, "g")];

  function proven([, key = "", mac = ""]: readonly string[]): string | undefined {
    const isOurs = timingSafeEqual(Buffer.from(macOf(key)), Buffer.from(mac));
    return isOurs ? key : undefined;
  }

  return {
    isKey: (key) => new RegExp(`^${KEY}$`).test(key),
    messageId: (key) => `<${key}.${macOf(key)}@${host}>`,
    followUpId: (key, hash) => `<${key}.${macOf(key)}.${hash.slice(0, 12)}@${host}>`,
    replyAddress: (key) => `${name}+${key}.${macOf(key)}@${domain}`,
    keyOf(text) {
      const found = whole.map((form) => form.exec(text.trim().toLowerCase()));
      return found.map((match) => match && proven(match)).find((key) => key != null) ?? undefined;
    },
    keyIn(text) {
      const lower = text.toLowerCase();
      for (const form of anywhere) {
        for (const match of lower.matchAll(form)) {
          const key = proven(match);
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
