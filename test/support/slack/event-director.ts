import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parsedJson } from "../../../src/channels/slack/untrusted-json.ts";
import type { Json } from "../../../src/domain/json.ts";

export type Door = "events" | "interactions";

/** A call of Slack's, in the parts that a forger can change. */
export interface SignedCall {
  readonly door: Door;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Slack calls an event once more at once, then after minutes; here they are parts of a second. */
const PAUSES_MS = [0, 0, 200, 1_000];

function bodyOf(door: Door, payload: Json): string {
  const json = JSON.stringify(payload);
  return door === "events" ? json : new URLSearchParams({ payload: json }).toString();
}

export interface Signing {
  readonly secret: string;
  readonly atMs: number;
}

export function signedCall(door: Door, payload: Json, { secret, atMs }: Signing): SignedCall {
  const body = bodyOf(door, payload);
  const timestamp = String(Math.floor(atMs / 1_000));
  return {
    door,
    body,
    headers: [
      ["x-slack-request-timestamp", timestamp],
      ["x-slack-signature", signatureOf(secret, timestamp, body)],
    ],
  };
}

export function signatureOf(secret: string, timestamp: string, body: string): string {
  const hmac = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`);
  return `v0=${hmac.digest("hex")}`;
}

export async function send(url: string, { door, body, headers }: SignedCall): Promise<Answer> {
  const all = new Headers({ connection: "close" });
  for (const [name, value] of headers) all.append(name, value);
  const isEvent = door === "events";
  all.set("content-type", isEvent ? "application/json" : "application/x-www-form-urlencoded");
  const response = await fetch(`${url}/${door}`, { method: "POST", headers: all, body });
  return { status: response.status, body: await response.text() };
}

/** Brings something by Slack's rules: an event again until it is taken, a click once. */
export async function bring(
  url: string,
  {
    door,
    payload,
    secret,
  }: { readonly door: Door; readonly payload: Json; readonly secret: string },
): Promise<Json | undefined> {
  const pauses = door === "events" ? PAUSES_MS : PAUSES_MS.slice(0, 1);
  for (const [tries, pauseMs] of pauses.entries()) {
    if (pauseMs > 0) await pause(pauseMs);
    const call = signedCall(door, payload, { secret, atMs: Date.now() });
    const again = tries === 0 ? [] : [["x-slack-retry-num", String(tries)] as const];
    const answer = await send(url, { ...call, headers: [...call.headers, ...again] });
    if (answer.status === 200) return parsedJson(answer.body);
  }
  return undefined;
}
