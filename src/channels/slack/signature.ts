import { createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookCall } from "../../ports/channels/channel.ts";

/** How far Slack's clock and ours may be apart, either way. */
const MOST_APART_S = 300;

export interface SignatureCheck {
  readonly secret: string;
  readonly nowMs: number;
}

/** Whether Slack has signed these very bytes, and just now. */
export function isSigned(call: WebhookCall, { secret, nowMs }: SignatureCheck): boolean {
  const signature = onlyHeader(call, "x-slack-signature");
  const timestamp = onlyHeader(call, "x-slack-request-timestamp");
  // The forms also refuse headers that came twice, which Node joins by a comma.
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
