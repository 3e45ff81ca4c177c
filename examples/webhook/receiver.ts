import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";

/*
 * A receiver of Earshot's webhooks on Node alone. It prints each request and answers it with the
 * button of the label that ANSWER names, else in words.
 *
 *   EARSHOT_WEBHOOK_SECRET=whsec_… CALLBACK_URL=https://earshot.example.org/hooks/webhook/callback \
 *     ANSWER=approve PORT=8787 node examples/webhook/receiver.ts
 */

interface Posted {
  readonly type: string;
  readonly id: string;
  readonly data: {
    readonly key: string;
    readonly address: string;
    readonly blocks: readonly { readonly kind: string; readonly text?: string }[];
    readonly controls: readonly {
      readonly kind: string;
      readonly token?: string;
      readonly label?: string;
    }[];
  };
}

const { EARSHOT_WEBHOOK_SECRET = "", CALLBACK_URL = "", ANSWER = "", PORT = "8787" } = process.env;
const key = Buffer.from(EARSHOT_WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");
if (key.length < 24) throw new Error("EARSHOT_WEBHOOK_SECRET is missing or too short.");

/**
 * The ids of accepted events: a repeated event has the same id. Keep them on disk in production.
 */
const taken = new Set<string>();

function sign(id: string, seconds: string, body: string): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

function isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
  const id = String(headers["webhook-id"]);
  const seconds = String(headers["webhook-timestamp"]);
  const given = String(headers["webhook-signature"]);
  const isNow = Math.abs(Date.now() / 1_000 - Number(seconds)) < 300;
  const expected = Buffer.from(sign(id, seconds, body));
  const isSigned = given.split(" ").some((one) => {
    const bytes = Buffer.from(one);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return isNow && isSigned;
}

/** Sends a callback until it is taken; the same id each time makes it count once. */
async function callBack(what: object): Promise<void> {
  const [id, body] = [`cb_${randomUUID()}`, JSON.stringify(what)];
  for (let wait = 1_000; ; wait = Math.min(wait * 2, 60_000)) {
    const seconds = String(Math.floor(Date.now() / 1_000));
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": sign(id, seconds, body),
    };
    const reply = await fetch(CALLBACK_URL, { method: "POST", headers, body }).catch(() => null);
    if (reply !== null && reply.status < 500 && reply.status !== 429) {
      console.log(`Earshot says ${reply.status} ${await reply.text()}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function answer({ data }: Posted): Promise<void> {
  const { key: post, address, controls } = data;
  const from = { id: "example", name: "The example", isBot: true };
  const button = controls.find(({ kind, label }) => kind === "button" && label === ANSWER);
  const deed =
    button === undefined ? { type: "reply", text: ANSWER } : { type: "press", token: button.token };
  await callBack({ ...deed, key: post, address, from });
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await textOf(incoming);
  if (!isGenuine(incoming.headers, body)) return void outgoing.writeHead(401).end();
  const event = JSON.parse(body) as Posted;
  const isNew = !taken.has(event.id);
  taken.add(event.id);
  // First it is taken, then answered: Earshot waits fifteen seconds for a receiver.
  outgoing.writeHead(204).end();
  if (!isNew) return;
  console.log(event.type, ...event.data.blocks.map(({ text = "" }) => text));
  if (event.type === "earshot.request.posted" && ANSWER !== "") await answer(event);
}

const server = createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch(() => outgoing.destroy());
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log("Listening on", server.address());
});
