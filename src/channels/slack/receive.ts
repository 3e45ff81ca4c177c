import { createHmac, timingSafeEqual } from "node:crypto";
import type { Json } from "../../domain/json.ts";
import type { Sink, WebhookCall, WebhookReply } from "../../ports/channels/channel.ts";
import type { Acknowledgement, Hearing } from "./hear.ts";
import { parsedJson, textAt } from "./untrusted-json.ts";

export interface ReceivingOptions {
  readonly secret: string;
  readonly hearing: Hearing;
  /** Undefined before the channel is started and after it is stopped. */
  readonly sink: () => Sink | undefined;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const MOST_BYTES = 1024 * 1024;

type Hear = Hearing["event"];

/**
 * Answers Slack's calls over HTTP. Only what is stored gets 200, so that Slack sends the rest
 * again.
 */
export function createReceiver(
  options: ReceivingOptions,
): (call: WebhookCall) => Promise<WebhookReply> {
  const { hearing } = options;
  return async (call) => {
    const status = refusalOf(call, options);
    if (status !== undefined) return { status };
    return doorOf(call) === "/events"
      ? await answer(options, eventOf(call), hearing.event)
      : await answer(options, interactionOf(call), hearing.interaction);
  };
}

function refusalOf(call: WebhookCall, { secret, now }: ReceivingOptions): number | undefined {
  return unfit(call) ?? (isSigned(call, { secret, nowMs: now() }) ? undefined : 401);
}

async function answer(
  options: ReceivingOptions,
  payload: Json | undefined,
  hear: Hear,
): Promise<WebhookReply> {
  if (payload === undefined) return { status: 400 };
  if (textAt(payload, "type") === "url_verification") return challenge(payload);
  return await store(options, payload, hear);
}

async function store(
  { sink, log }: ReceivingOptions,
  payload: Json,
  hear: Hear,
): Promise<WebhookReply> {
  const to = sink();
  if (to === undefined) return { status: 503 };
  try {
    return acknowledge(await hear(payload, to));
  } catch {
    log("slack: an event was not stored; Slack is told to bring it again");
    return { status: 500 };
  }
}

function doorOf({ path }: WebhookCall): string {
  return path.split("?", 1)[0] ?? "";
}

/** What is refused whoever sent it. */
function unfit(call: WebhookCall): number | undefined {
  if (!["/events", "/interactions"].includes(doorOf(call))) return 404;
  if (call.method !== "POST") return 405;
  return call.body.byteLength > MOST_BYTES ? 413 : undefined;
}

function textOf({ body }: WebhookCall): string {
  return new TextDecoder().decode(body);
}

function eventOf(call: WebhookCall): Json | undefined {
  return parsedJson(textOf(call));
}

function interactionOf(call: WebhookCall): Json | undefined {
  return parsedJson(new URLSearchParams(textOf(call)).get("payload") ?? "");
}

/** The challenge by which Slack finds out that the address is ours. */
function challenge(payload: Json): WebhookReply {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return { status: 200, headers, body: textAt(payload, "challenge")?.slice(0, 500) ?? "" };
}

function acknowledge(acknowledgement: Acknowledgement): WebhookReply {
  if (acknowledgement === undefined) return { status: 200 };
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: JSON.stringify(acknowledgement) };
}

/** How far Slack's clock and ours may be apart, either way. */
const MOST_APART_S = 300;

interface SignatureCheck {
  readonly secret: string;
  readonly nowMs: number;
}

/** Whether Slack signed exactly these bytes, and just now. */
function isSigned(call: WebhookCall, { secret, nowMs }: SignatureCheck): boolean {
  const signature = onlyHeader(call, "x-slack-signature");
  const timestamp = onlyHeader(call, "x-slack-request-timestamp");
  // The patterns also refuse headers that came twice, which Node joins by a comma.
  if (signature === undefined || !/^v0=[0-9a-f]{64}$/.test(signature)) return false;
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (secret === "" || Math.abs(nowMs / 1_000 - Number(timestamp)) > MOST_APART_S) return false;
  const expected = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(call.body);
  return timingSafeEqual(expected.digest(), Buffer.from(signature.slice(3), "hex"));
}

function onlyHeader({ headers }: WebhookCall, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
