import { Webhook } from "standardwebhooks";
import type { JsonObject } from "../../../src/domain/json.ts";

/** What the person is shown. */
export interface CallbackReply {
  readonly status: number;
  readonly say?: string;
  readonly refused?: boolean;
  readonly error?: string;
}

export interface Callback {
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A callback as a receiver signs it. */
export function signedCallback(
  secret: string,
  body: JsonObject | string,
  { id = `cb_${crypto.randomUUID()}`, at = new Date() }: { id?: string; at?: Date } = {},
): Callback {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    id,
    body: text,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign(id, at, text),
    },
  };
}

export async function sendCallback(
  url: string,
  {
    body,
    headers,
  }: Pick<Callback, "headers"> & { readonly body: NonNullable<RequestInit["body"]> },
): Promise<CallbackReply> {
  const response = await fetch(url, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, ...(text !== "" && JSON.parse(text)) };
}
