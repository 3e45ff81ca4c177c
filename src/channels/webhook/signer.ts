import { timingSafeEqual } from "node:crypto";
import type { Webhook } from "standardwebhooks";
import { MINUTE_MS } from "../../domain/time.ts";
import type { WebhookCall } from "../../ports/channels/channel.ts";

/** What one signature stands for. */
export interface Signed {
  readonly id: string;
  readonly atMs: number;
  readonly body: string;
}

/** Signs and checks by Standard Webhooks, both ways with the same secret. */
export interface Signer {
  sign(signed: Signed): Readonly<Record<string, string>>;
  /** What was signed with the secret within the tolerance; undefined for anything else. */
  verify(call: Pick<WebhookCall, "headers" | "body">, nowMs: number): Signed | undefined;
}

const TOLERANCE_MS = 5 * MINUTE_MS;
/** A full stop parts what is signed; and with what we put before it, it is the key of an event. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,96}$/;
const SECONDS = /^\d{1,12}$/;
/** There are several while a secret is being replaced. */
const SIGNATURES = /^v1a?,[A-Za-z0-9+/=]{1,100}(?: v1a?,[A-Za-z0-9+/=]{1,100}){0,9}$/;

export function createSigner(webhook: Pick<Webhook, "sign">): Signer {
  return {
    sign({ id, atMs, body }) {
      return {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(atMs / 1_000)),
        "webhook-signature": webhook.sign(id, new Date(atMs), body),
      };
    },
    verify({ headers, body: bytes }, nowMs) {
      const id = one(headers["webhook-id"], ID);
      const seconds = one(headers["webhook-timestamp"], SECONDS);
      const signatures = one(headers["webhook-signature"], SIGNATURES);
      const body = textOf(bytes);
      if (id === undefined || seconds === undefined) return undefined;
      if (signatures === undefined || body === undefined) return undefined;
      const atMs = Number(seconds) * 1_000;
      if (Math.abs(nowMs - atMs) > TOLERANCE_MS) return undefined;
      const expected = webhook.sign(id, new Date(atMs), body);
      const isOurs = signatures.split(" ").some((given) => isEqual(given, expected));
      return isOurs ? { id, atMs, body } : undefined;
    },
  };
}

/** A header that occurs exactly once: with two, somebody else may have read the other. */
function one(value: string | readonly string[] | undefined, shape: RegExp): string | undefined {
  return typeof value === "string" && shape.test(value) ? value : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The library signs text, so only bytes that are valid text have a signature. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
