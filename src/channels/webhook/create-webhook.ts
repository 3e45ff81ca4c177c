import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { PostRef } from "../../domain/hub/delivery.ts";
import { DAY_MS } from "../../domain/time.ts";
import {
  type Channel,
  ChannelError,
  type ChannelPorts,
  type CheckLine,
  type Content,
  type Post,
  type Sink,
} from "../../ports/channels/channel.ts";
import { cloudEvent, EVENT_MEDIA_TYPE, type EventOptions } from "./cloud-event.ts";
import { guardedLookup, type Resolve } from "./guarded-lookup.ts";
import { notPublic } from "./not-public.ts";
import { isPublicAddress } from "./public-address.ts";
import { receiveCallback } from "./receive-callback.ts";
import { type Receipt, sendEvent } from "./send-event.ts";
import type { WebhookSettings } from "./settings.ts";
import type { Signer } from "./signer.ts";

export interface WebhookDeps {
  readonly settings: WebhookSettings;
  readonly signer: Signer;
  readonly ports: ChannelPorts;
  readonly resolve: Resolve;
}

const MAX_TEXT = 64 * 1024;
const MAX_EVENT_BYTES = 1024 * 1024;

const MAX_RETRY_AFTER_MS = DAY_MS;
/** The receiver asks for the same call again: it has waited too long, or will not risk a replay. */
const AGAIN = [408, 425];
const NOT_THERE = [404, 410];

interface Attempt {
  readonly host: string;
  readonly job: "post" | "edit";
  readonly nowMs: number;
}

export function createWebhook({ settings, signer, ports, resolve }: WebhookDeps): Channel {
  const { allowPrivate, callbackUrl } = settings;
  const lookup = guardedLookup(resolve, { allowPrivate });
  let sink: Sink | undefined;

  async function send(job: "post" | "edit", what: Omit<EventOptions, "atMs" | "callbackUrl">) {
    const url = targetUrl(what.chatId, { allowPrivate });
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
        addressOf: (address) => readAddress(address, allowPrivate),
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

/**
 * A lost connection is not an ambiguous send here. Repeats have the same webhook-id, by which every
 * Standard Webhooks receiver recognises them.
 */
function lostError(error: unknown, host: string): ChannelError {
  if (error instanceof ChannelError) return error;
  const { code = "no code" } = error as NodeJS.ErrnoException;
  const what = code === "ABORT_ERR" ? "did not answer in 15 s" : `could not be reached (${code})`;
  return new ChannelError(
    "transient",
    `${host} ${what}. Check that the receiver is up and its address right.`,
  );
}

function readAddress(address: string, allowPrivate: boolean): URL | undefined {
  try {
    return targetUrl(address, { allowPrivate });
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

const MAX_LENGTH = 2_048;

/**
 * The URL that an address names, if it may be called. Its host may be a literal IP address in any
 * spelling: the parser makes it plain, and no look-up will check it. Errors name only the host,
 * since a path or query can be secret.
 */
function targetUrl(chatId: string, { allowPrivate }: { readonly allowPrivate: boolean }): URL {
  const url = chatId.length > MAX_LENGTH ? null : URL.parse(chatId);
  if (url === null) throw refused("This address is no URL. Give the https:// URL of the receiver.");
  const isAllowed = url.protocol === "https:" || (allowPrivate && url.protocol === "http:");
  if (!isAllowed) throw refused("This address does not begin with https://, as it must.");
  if (url.username !== "" || url.password !== "") {
    throw refused(`The URL at ${url.host} holds a user or password. Put it into the headers.`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host);
  url.hash = "";
  return url;
}

function refused(message: string): ChannelError {
  return new ChannelError("permanent", message);
}

/** What a receiver's reply means if it has not taken the event. */
function receiptError(
  { status, retryAfter }: Receipt,
  { host, job, nowMs }: Attempt,
): ChannelError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const said = `${host} answered with ${status}.`;
  const retryAfterMs = waitOf(retryAfter, nowMs);
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    return new ChannelError("rate", `${said} It takes no more for now.`, wait);
  }
  const { kind, advice } = verdictOf(status, job);
  return new ChannelError(kind, `${said} ${advice}`);
}

function verdictOf(status: number, job: Attempt["job"]) {
  if (status >= 500 || AGAIN.includes(status)) {
    return { kind: "transient", advice: "Look at the receiver's log." } as const;
  }
  if (job === "edit" && NOT_THERE.includes(status)) {
    return { kind: "gone", advice: "It does not have what was to be changed." } as const;
  }
  const advice =
    status < 400
      ? "Redirects are not followed; give the URL that it leads to."
      : "Check the URL and the secret on both sides.";
  return { kind: "permanent", advice } as const;
}

/** Seconds or a date, as in HTTP. */
function waitOf(retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
