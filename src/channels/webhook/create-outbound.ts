import { randomBytes } from "node:crypto";
import { lookup as lookUp } from "node:dns/promises";
import { EarshotError } from "../../domain/errors.ts";
import { NOTIFY } from "../../domain/hub/subscription.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { Outbound, OutboundEvent } from "../../ports/channels/outbound.ts";
import { assertReachable } from "./assert-reachable.ts";
import { EVENT_MEDIA_TYPE } from "./cloud-event.ts";
import { guardedLookup, type Resolve } from "./guarded-lookup.ts";
import { lostError, receiptError } from "./receipt-error.ts";
import { sendEvent } from "./send-event.ts";
import { createSigner } from "./signer.ts";
import { type Allowed, targetUrl } from "./target-url.ts";

export interface OutboundOptions {
  /** Hosts, or hosts with ports, that may be called though they are private or have no TLS. */
  readonly hosts: readonly string[];
  readonly now: () => number;
  readonly resolve?: Resolve;
}

const SECRET_BYTES = 32;
const HOW = "have an operator name it with --notify-host or EARSHOT_NOTIFY_HOSTS";

export function createOutbound({ hosts, now, resolve = bySystem }: OutboundOptions): Outbound {
  const named = new Set(hosts.map((host) => host.toLowerCase()));

  function allowedAt(url: string): Allowed {
    const { host = "", hostname = "" } = URL.parse(url) ?? {};
    return { allowPrivate: named.has(host) || named.has(hostname), how: HOW };
  }

  return {
    kind: NOTIFY,
    rates: { address: { perMs: 1_000, count: 20 }, all: { perMs: 1_000, count: 200 } },
    newSecret: () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`,
    async check(given) {
      const allowed = allowedAt(given);
      try {
        const url = targetUrl(given, allowed);
        await assertReachable(url, { resolve, allowed });
        return url.href;
      } catch (error) {
        if (!isChannelError(error)) throw error;
        throw new EarshotError("INVALID_INPUT", error.message, { details: { what: "url" } });
      }
    },
    async send(event) {
      const allowed = allowedAt(event.url);
      const url = targetUrl(event.url, allowed);
      const { host } = url;
      const atMs = now();
      const headers = {
        "content-type": EVENT_MEDIA_TYPE,
        "user-agent": "earshot",
        ...(await signed(event, atMs)),
      };
      const lookup = guardedLookup(resolve, allowed);
      const receipt = await sendEvent({ url, headers, body: event.body, lookup }).catch((error) => {
        throw lostError(error, host);
      });
      const error = receiptError(receipt, { host, job: "post", nowMs: now() });
      if (error !== undefined) throw error;
      return receipt.status;
    },
  };
}

const bySystem: Resolve = (hostname) => lookUp(hostname, { all: true });

/** A receiver takes the event if any of the signatures is good. */
async function signed({ id, body, secrets }: OutboundEvent, atMs: number) {
  const { Webhook } = await import("standardwebhooks");
  const all = secrets.map((secret) => createSigner(new Webhook(secret)).sign({ id, atMs, body }));
  const signature = all.map((headers) => headers["webhook-signature"]).join(" ");
  return { ...all[0], "webhook-signature": signature };
}
