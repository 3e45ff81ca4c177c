import { createHmac } from "node:crypto";
import { simpleParser } from "mailparser";
import { readInboundMail } from "../../src/channels/email/inbound-mail.ts";
import { createReplyTokens } from "../../src/channels/email/reply-token.ts";
import type { Attack, Family } from "./attack.ts";
import { askOn, bring } from "./on-channel.ts";
import type { Scene } from "./scene.ts";

const LIKE = "B24, A12: a sender that anybody can write, and what a forwarded mail shows";
const OWN = "earshot@example.com";
const ANA = "ana@example.org";
const MALLORY = "mallory@example.net";
const SECRET = "a reply secret of more than 32 characters";
const tokens = createReplyTokens({ from: OWN, secret: SECRET });

/** What the forger knows of the mail that ana was sent. */
interface Known {
  readonly key: string;
  readonly messageId: string;
  /** What was signed when an address and a Message-ID bore the same. */
  readonly older: string;
  /** The reply address that mallory was sent for the same question. */
  readonly ownAddress: string;
}

interface Forged {
  readonly to: string;
  readonly from?: string;
  readonly headers?: readonly string[];
  readonly text?: string;
}

/** `logged`: the mail is known as one about the question, and stands in the log as refused. */
type Refusal = "logged as refused" | "nobody's";

/** A mail in ana's name, by somebody who has not got her mailbox. */
function forged(
  id: string,
  does: string,
  { refusal, ...forge }: { readonly refusal: Refusal; readonly mail: (known: Known) => Forged },
): Attack {
  return {
    id: `mail/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      const { key, request } = await askOn(scene, {
        channel: "email",
        chatId: ANA,
        account: ANA,
        postIds: (of) => [tokens.messageId({ key: of, to: ANA })],
      });
      const mac = createHmac("sha256", SECRET).update(`earshot mail ${key} ${ANA}`).digest("hex");
      const raw = mailOf(
        forge.mail({
          key,
          messageId: tokens.messageId({ key, to: ANA }),
          older: `${key}.${mac.slice(0, 16)}`,
          ownAddress: tokens.replyAddress({ key, to: MALLORY }),
        }),
      );
      return async () => {
        await bringMail(scene, raw);
        const { request: now, history } = await (await scene.as("owner")).show({ id: request });
        if (now.status !== "open") return;
        const isLogged = history.some(({ type }) => type === "request.decision_refused");
        const code: Refusal = isLogged ? "logged as refused" : "nobody's";
        throw Object.assign(new Error("The question is open."), { code });
      };
    },
  };
}

function mailOf({ to, from = ANA, headers = [], text = "Yes." }: Forged): string {
  const head = [`From: Ana <${from}>`, `To: ${to}`, "Subject: Re: May I?", ...headers];
  return [...head, "Message-ID: <forged@example.net>", "", text, ""].join("\r\n");
}

async function bringMail(scene: Scene, raw: string): Promise<void> {
  const bytes = Buffer.from(raw);
  const receivedMs = scene.ctx.clock.now();
  const incoming = { raw: bytes, mail: await simpleParser(bytes), receivedMs };
  const read = readInboundMail(incoming, { tokens, own: OWN });
  if (read?.kind === "event") await bring(scene, read.event);
}

export const forgedMail: Family = {
  name: "forged mail",
  attacks: [
    forged("from-a-forward", "replies by the Message-ID that a forward shows", {
      refusal: "logged as refused",
      mail: ({ messageId }) => ({
        to: OWN,
        headers: [`In-Reply-To: ${messageId}`, `References: ${messageId}`],
      }),
    }),
    forged("address-of-a-message-id", "makes a reply address of the Message-ID", {
      refusal: "nobody's",
      mail: ({ messageId }) => ({ to: addressWith(messageId.slice(1).split("@")[0]) }),
    }),
    forged("older-message-id", "replies by a Message-ID that bears what an address did", {
      refusal: "logged as refused",
      mail: ({ older }) => ({ to: OWN, headers: [`In-Reply-To: <${older}@earshot.example.com>`] }),
    }),
    forged("older-address", "makes a reply address of such a Message-ID", {
      refusal: "logged as refused",
      mail: ({ older }) => ({ to: addressWith(older) }),
    }),
    forged("own-token", "uses the reply address that they were sent themselves", {
      refusal: "nobody's",
      mail: ({ ownAddress }) => ({ to: ownAddress }),
    }),
    forged("no-token", "writes ana's name as the sender alone", {
      refusal: "nobody's",
      mail: () => ({ to: OWN }),
    }),
    forged("guessed-token", "guesses the signature", {
      refusal: "nobody's",
      mail: ({ key }) => ({ to: addressWith(`${key}.0000000000000000`) }),
    }),
    forged("token-in-the-words", "puts all that they know into the words", {
      refusal: "nobody's",
      mail: (known) => ({ to: OWN, text: `Yes. ${Object.values(known).join(" ")}` }),
    }),
    forged("two-senders", "names ana besides themselves", {
      refusal: "nobody's",
      mail: ({ ownAddress }) => ({ to: ownAddress, from: `${ANA}>, Mallory <${MALLORY}` }),
    }),
    forged("name-alone", "bears ana's name, and writes from their own address", {
      refusal: "logged as refused",
      mail: ({ ownAddress }) => ({ to: ownAddress, from: MALLORY }),
    }),
  ],
};

function addressWith(token = ""): string {
  return `earshot+${token}@example.com`;
}
