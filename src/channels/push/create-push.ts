import { createECDH } from "node:crypto";
import { lookup as lookUp } from "node:dns/promises";
import { EarshotError } from "../../domain/errors.ts";
import { PUSH } from "../../domain/hub/device.ts";
import { ChannelError } from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { Push, PushMessage, PushTarget } from "../../ports/channels/push.ts";
import { pushNotice } from "../../render/contents/push-notice.ts";
import { assertReachable } from "../webhook/assert-reachable.ts";
import { guardedLookup, type Resolve } from "../webhook/guarded-lookup.ts";
import { lostError, receiptError } from "../webhook/receipt-error.ts";
import { sendEvent } from "../webhook/send-event.ts";
import { type Allowed, targetUrl } from "../webhook/target-url.ts";
import { encrypt } from "./encrypt.ts";
import { authorizationFor, serverKeyOf } from "./server-key.ts";

export interface PushOptions {
  /** Hosts, or hosts with ports, that may be called though they are private or have no TLS. */
  readonly hosts: readonly string[];
  /** Whom the operators of a push service reach: an address that begins with https: or mailto:. */
  readonly contact: string;
  readonly now: () => number;
  readonly resolve?: Resolve;
}

const HOW = "have an operator name it with --push-host or EARSHOT_PUSH_HOSTS";
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
/** The browser has ended its subscription, or the service has forgotten it. */
const ENDED = [404, 410];

/** Sends to the push services of browsers: own code over node:crypto (decision 0064). */
export function createPush({ hosts, contact, now, resolve = bySystem }: PushOptions): Push {
  const named = new Set(hosts.map((host) => host.toLowerCase()));

  function allowedAt(url: string): Allowed {
    const { host = "", hostname = "" } = URL.parse(url) ?? {};
    return { allowPrivate: named.has(host) || named.has(hostname), how: HOW };
  }

  return {
    kind: PUSH,
    rates: { address: { perMs: 1_000, count: 5 }, all: { perMs: 1_000, count: 200 } },
    publicKey: (secret) => serverKeyOf(secret).point.toString("base64url"),
    notice: pushNotice,
    async check(given) {
      assertKeys(given);
      const allowed = allowedAt(given.endpoint);
      try {
        const url = targetUrl(given.endpoint, allowed);
        await assertReachable(url, { resolve, allowed });
        return { ...given, endpoint: url.href };
      } catch (error) {
        if (!isChannelError(error)) throw error;
        throw new EarshotError("INVALID_INPUT", error.message, { details: { what: "endpoint" } });
      }
    },
    async send(message) {
      const { endpoint } = message.target;
      const allowed = allowedAt(endpoint);
      const url = targetUrl(endpoint, allowed);
      const { host, origin } = url;
      const key = serverKeyOf(message.secret);
      const headers = {
        ...headersOf(message),
        authorization: authorizationFor(key, { origin, contact, nowMs: now() }),
      };
      const body = encrypt(message.text, message.target);
      const lookup = guardedLookup(resolve, allowed);
      const receipt = await sendEvent({ url, headers, body, lookup }).catch((error) => {
        throw lostError(error, host);
      });
      if (ENDED.includes(receipt.status)) {
        const why = `${host} answered with ${receipt.status}: the browser takes no more.`;
        throw new ChannelError("gone", `${why} It can be turned on again there, in the settings.`);
      }
      const error = receiptError(receipt, { host, job: "post", nowMs: now() });
      if (error !== undefined) throw error;
    },
  };
}

const bySystem: Resolve = (hostname) => lookUp(hostname, { all: true });

function headersOf({ topic, ttlSeconds, urgency }: PushMessage): Readonly<Record<string, string>> {
  return {
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    ttl: String(ttlSeconds),
    topic,
    urgency,
  };
}

/** What a browser has made: a point of the curve and 16 bytes. Throws INVALID_INPUT. */
function assertKeys({ p256dh, auth }: PushTarget): void {
  const point = Buffer.from(p256dh, "base64url");
  const isWhole = point.length === POINT_BYTES && isPoint(point);
  if (isWhole && Buffer.from(auth, "base64url").length === AUTH_BYTES) return;
  throw new EarshotError("INVALID_INPUT", "These are not the keys of a browser's subscription.", {
    details: { what: "keys" },
  });
}

function isPoint(point: Buffer): boolean {
  try {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    pair.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
