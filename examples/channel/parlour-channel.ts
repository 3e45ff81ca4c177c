import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type Channel,
  ChannelError,
  type ChannelModule,
  type Content,
  type ContentBlock,
  type Inbound,
  type JsonObject,
  type Sink,
  type WebhookCall,
  type WebhookReply,
} from "earshot/channel";

/*
 * A channel to Parlour, a chat server with three calls: it takes a message, another text for one that
 * stands there, and says who we are. What people press and say there it posts to us, signed.
 *
 *   npx earshot channels add parlour --module ./examples/channel/parlour-channel.ts \
 *     --set url=https://parlour.example.org --secret-file token=token.txt --secret-file secret=secret.txt
 */

const KIND = "parlour";
const PATIENCE_MS = 15_000;
const FRESH_MS = 5 * 60_000;
const MAX_MESSAGE = 40_000;
const MAX_BUTTONS = 10;

export const channelModule: ChannelModule = {
  kind: KIND,
  setup: {
    steps: [
      "In Parlour, make a bot, and put it into the rooms that it is to post to.",
      "Have it send what happens to https://EARSHOT/hooks/parlour.",
    ],
    fields: [
      { name: "url", label: "Address", help: "Where your Parlour is.", isSecret: false },
      { name: "token", label: "Bot's token", help: "On the bot's page.", isSecret: true },
      { name: "secret", label: "Signing secret", help: "Below the token.", isSecret: true },
    ],
  },
  async open({ url, token, secret }, { now }) {
    if (typeof url !== "string" || !URL.canParse(url)) throw new Error("url is no address.");
    if (typeof token !== "string" || token === "") throw new Error("token is missing.");
    if (typeof secret !== "string" || secret.length < 32) {
      throw new Error("secret is missing, or shorter than the 32 characters that Parlour makes.");
    }
    return createParlour({ url, token, secret }, now);
  },
};

interface Settings {
  readonly url: string;
  readonly token: string;
  readonly secret: string;
}

function createParlour({ url, token, secret }: Settings, now: () => number): Channel {
  let sink: Sink | undefined;

  async function call(method: string, path: string, body?: object): Promise<JsonObject> {
    const reply = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((cause: unknown) => {
      // Parlour recognizes a message by its key: sent again, it does not appear twice.
      throw new ChannelError("transient", "Parlour could not be reached.", { cause });
    });
    if (reply.ok) return (await reply.json()) as JsonObject;
    throw refusalOf(reply);
  }

  return {
    kind: KIND,
    capabilities: {
      find: false,
      edit: true,
      buttons: true,
      forms: false,
      threads: false,
      marks: false,
      history: false,
    },
    rates: { address: { perMs: 1_000, count: 5 }, all: { perMs: 1_000, count: 50 } },
    maxText: 30_000,
    fits({ blocks, controls }) {
      const buttons = controls.filter(({ kind }) => kind === "button");
      const isShown = controls.every(({ kind }) => kind === "button" || kind === "reply");
      const isShort = textOf({ blocks, controls }).length <= MAX_MESSAGE;
      return isShown && isShort && buttons.length <= MAX_BUTTONS;
    },
    async start(given) {
      sink = given;
    },
    async stop() {
      sink = undefined;
    },
    async post({ key, address: { chatId }, content, replyTo }) {
      const path = `/rooms/${encodeURIComponent(chatId)}/messages`;
      const { id } = await call("POST", path, { key, ...shown(content), replyTo });
      return { chatId, ids: [String(id)] };
    },
    async edit({ chatId, ids: [id = ""] }, content) {
      const path = `/rooms/${encodeURIComponent(chatId)}/messages/${encodeURIComponent(id)}`;
      await call("PUT", path, shown(content));
    },
    async receive(given) {
      if (given.path !== "/") return said(404, { error: "Parlour posts to /hooks/parlour." });
      const event = isSigned(given, { secret, nowMs: now() }) ? eventOf(given.body) : undefined;
      if (event === undefined) return said(401, { error: "It is not signed, or not now." });
      if (sink === undefined) return said(503, { error: "Nobody listens now." });
      // Acknowledged once it is stored: where this rejects, Parlour posts it again.
      const heard = await sink(event).catch(() => undefined);
      return heard === undefined ? said(500, {}) : said(200, { say: heard.say });
    },
    async check() {
      const { name } = await call("GET", "/me");
      return [{ isOk: true, text: `Parlour knows us as ${String(name)}.` }];
    },
  };
}

function refusalOf({ status, headers }: Response): ChannelError {
  const said = `Parlour answered with ${status}.`;
  const retryAfterMs = Number(headers.get("retry-after") ?? 5) * 1_000;
  if (status === 429) return new ChannelError("rate", said, { retryAfterMs });
  if (status >= 500) return new ChannelError("transient", said);
  return status === 410 ? new ChannelError("gone", said) : new ChannelError("permanent", said);
}

/** Parlour shows text as it is written: there is nothing to escape. */
function shown({ blocks, controls }: Content) {
  const buttons = controls.flatMap((control) =>
    control.kind === "button" ? [{ token: control.token, label: control.label }] : [],
  );
  return { text: textOf({ blocks, controls }), buttons };
}

function textOf({ blocks, controls }: Content): string {
  const hints = controls.flatMap((control) => (control.kind === "reply" ? [control.hint] : []));
  return [...blocks.map(lineOf), ...hints].join("\n\n");
}

function lineOf(block: ContentBlock): string {
  switch (block.kind) {
    case "title":
    case "note":
      return block.text;
    case "said":
      return `${block.by}: ${block.text}`;
    case "facts":
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "lines":
      return [`${block.label}:`, ...block.lines].join("\n");
    case "link":
      return `${block.label}: ${block.url}`;
  }
}

/** The bytes as they came, signed with the time: what is replayed later is refused. */
function isSigned(
  { headers, body }: WebhookCall,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): boolean {
  const { "parlour-time": time, "parlour-signature": signature } = headers;
  if (typeof time !== "string" || typeof signature !== "string") return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  const given = Buffer.from(signature, "hex");
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine && Math.abs(nowMs - Number(time)) < FRESH_MS;
}

interface Told {
  readonly id: string;
  readonly at: number;
  readonly room: string;
  readonly from: { readonly id: string; readonly name: string; readonly isMember: boolean };
  readonly message: string;
  /** The button that was pressed; otherwise `text` is what the person wrote. */
  readonly token?: string;
  readonly text?: string;
  readonly replyTo?: string;
}

function eventOf(body: Uint8Array): Inbound {
  const told = JSON.parse(Buffer.from(body).toString()) as Told;
  const { id, name, isMember } = told.from;
  const base = {
    key: told.id,
    atMs: told.at,
    address: { channel: KIND, chatId: told.room },
    from: { id, name, ...(!isMember && { isForeign: true as const }) },
    messageId: told.message,
  };
  if (told.token !== undefined) return { ...base, kind: "press", token: told.token };
  const reply = told.replyTo === undefined ? {} : { replyTo: told.replyTo };
  return { ...base, kind: "text", text: told.text ?? "", isToUs: true, ...reply };
}

function said(status: number, what: object): WebhookReply {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: JSON.stringify(what) };
}
