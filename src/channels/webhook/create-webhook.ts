import { randomUUID } from "node:crypto";
import type { PostRef } from "../../domain/hub/delivery.ts";
import type {
  Channel,
  ChannelPorts,
  CheckLine,
  Content,
  Post,
  Sink,
} from "../../ports/channels/channel.ts";
import { cloudEvent, EVENT_MEDIA_TYPE, type EventOptions } from "./cloud-event.ts";
import { guardedLookup, type Resolve } from "./guarded-lookup.ts";
import { lostError, receiptError } from "./receipt-error.ts";
import { receiveCallback } from "./receive-callback.ts";
import { sendEvent } from "./send-event.ts";
import type { WebhookSettings } from "./settings.ts";
import type { Signer } from "./signer.ts";
import { type Allowed, targetUrl } from "./target-url.ts";

export interface WebhookDeps {
  readonly settings: WebhookSettings;
  readonly signer: Signer;
  readonly ports: ChannelPorts;
  readonly resolve: Resolve;
}

const HOW_TO_ALLOW = "set allowPrivate in the settings of the webhook channel";
const MAX_TEXT = 64 * 1024;
const MAX_EVENT_BYTES = 1024 * 1024;

export function createWebhook({ settings, signer, ports, resolve }: WebhookDeps): Channel {
  const { allowPrivate, callbackUrl } = settings;
  const allowed: Allowed = { allowPrivate, how: HOW_TO_ALLOW };
  const lookup = guardedLookup(resolve, allowed);
  let sink: Sink | undefined;

  async function send(job: "post" | "edit", what: Omit<EventOptions, "atMs" | "callbackUrl">) {
    const url = targetUrl(what.chatId, allowed);
    const atMs = ports.now();
    const body = cloudEvent({ ...what, atMs, callbackUrl });
    const headers = {
      ...settings.headers,
      "content-type": EVENT_MEDIA_TYPE,
      "user-agent": "earshot",
      ...signer.sign({ id: what.id, atMs, body }),
    };
    const { host } = url;
    const receipt = await sendEvent({ url, headers, body, lookup }).catch((error: unknown) => {
      throw lostError(error, host);
    });
    const error = receiptError(receipt, { host, job, nowMs: ports.now() });
    if (error !== undefined) throw error;
  }

  return {
    kind: "webhook",
    capabilities: {
      find: false,
      edit: true,
      buttons: true,
      forms: true,
      threads: false,
      marks: false,
      history: false,
    },
    rates: { address: { perMs: 1_000, count: 20 }, all: { perMs: 1_000, count: 200 } },
    maxText: MAX_TEXT,
    fits: (content) => isSmall(content),
    async start(given) {
      sink = given;
    },
    async stop() {
      sink = undefined;
    },
    receive: (call) =>
      receiveCallback(call, {
        signer,
        sink,
        nowMs: ports.now(),
        addressOf: (address) => readAddress(address, allowed),
      }),
    async post(post): Promise<PostRef> {
      const { key, content, replyTo, address } = post;
      const { chatId } = address;
      await send("post", { type: typeOf(post), id: key, key, chatId, content, replyTo });
      return { chatId, ids: [key] };
    },
    async edit({ chatId, ids: [key = ""] }, content) {
      // A repeated edit is another event that puts the same content there again.
      const id = `${key}_${randomUUID()}`;
      await send("edit", { type: "earshot.post.edited", id, key, chatId, content });
    },
    check: async () => checkLines(settings),
  };
}

/** A post that can be answered is a request. */
function typeOf({ content }: Post): EventOptions["type"] {
  return content.controls.length > 0 ? "earshot.request.posted" : "earshot.message.posted";
}

function isSmall(content: Content): boolean {
  const event = cloudEvent({
    type: "earshot.post.edited",
    content,
    id: "",
    key: "",
    chatId: "",
    atMs: 0,
    callbackUrl: undefined,
  });
  return Buffer.byteLength(event) < MAX_EVENT_BYTES;
}

function readAddress(address: string, allowed: Allowed): URL | undefined {
  try {
    return targetUrl(address, allowed);
  } catch {
    return undefined;
  }
}

function checkLines({ allowPrivate, callbackUrl }: WebhookSettings): readonly CheckLine[] {
  const reach = allowPrivate
    ? "WARNING: allowPrivate is set. Whoever may choose an address can make this server call machines of your private networks, without TLS too. Remove it where no receiver stands there."
    : "Only https addresses on the public internet are called.";
  return [
    { isOk: true, text: "The secret is long enough; every event is signed with it." },
    { isOk: true, text: reach },
    {
      isOk: true,
      text:
        callbackUrl === undefined
          ? "No callbackUrl is set: receivers must know by themselves where /hooks/webhook/callback is."
          : `Answers are expected at ${URL.parse(callbackUrl)?.host}.`,
    },
  ];
}
