import type { JsonObject } from "../../../src/domain/json.ts";
import { type Answer, type SignedCall, send, signatureOf, signedCall } from "./event-director.ts";
import { eventPayload } from "./payloads.ts";
import type { SocketServer } from "./socket-server.ts";

export interface Forging {
  readonly mode: "http" | "socket";
  readonly url: string;
  readonly socket: SocketServer;
  /** Whose words are forged. */
  readonly by: string;
}

/** Events that Slack never sent, each forged in a different way; returns the HTTP reply to each. */
export async function forgedCalls(forging: Forging): Promise<Readonly<Record<string, number>>> {
  const { mode, url, socket, by } = forging;
  const payload = forgedPayload(by);
  if (mode === "socket") {
    // Nobody else can reach the socket; what can come over it is an event for another app.
    await socket.deliver("events_api", { ...payload, api_app_id: "A0ANOTHER" });
    return {};
  }
  const answers: [string, number][] = [];
  for (const [name, call] of Object.entries(forgeries(payload))) {
    const answer: Answer = await send(url, call);
    answers.push([name, answer.status]);
  }
  return Object.fromEntries(answers);
}

const SECRET = "0123456789abcdef0123456789abcdef";

function forgedPayload(user: string): JsonObject {
  const ts = `${Math.floor(Date.now() / 1_000)}.999999`;
  const event = { type: "message", channel: "C0FORGED", user, text: "approve", ts };
  return eventPayload(event, "EvFORGED");
}

/** By what is wrong with each. */
export function forgeries(payload: JsonObject): Readonly<Record<string, SignedCall>> {
  const now = Date.now();
  const good = signedCall("events", payload, { secret: SECRET, atMs: now });
  const timestamp = String(Math.floor(now / 1_000));
  const of = (...headers: SignedCall["headers"]): SignedCall => ({ ...good, headers });
  const [time, signature] = good.headers;
  if (time === undefined || signature === undefined) throw new Error("It is not signed.");
  return {
    "signed with another secret": signedCall("events", payload, {
      secret: "no".repeat(16),
      atMs: now,
    }),
    "signed with an empty secret": of(time, [signature[0], `v0=${"0".repeat(64)}`]),
    "without a signature": of(time),
    "without a time": of(signature),
    "without either": of(),
    "too old": signedCall("events", payload, { secret: SECRET, atMs: now - 310_000 }),
    "from the future": signedCall("events", payload, { secret: SECRET, atMs: now + 310_000 }),
    "of another body": { ...good, body: good.body.replace("approve", "Approve") },
    "of another time": of([time[0], String(Number(timestamp) + 1)], signature),
    "of another version": of(time, [signature[0], signature[1].replace("v0", "v1")]),
    "in capitals": of(time, [signature[0], signature[1].toUpperCase()]),
    "cut short": of(time, [signature[0], signature[1].slice(0, -2)]),
    "with two signatures": of(time, signature, signature),
    "with two times": of(time, time, signature),
    "with a time that is no number": of(
      [time[0], `${timestamp}.5`],
      [signature[0], signatureOf(SECRET, `${timestamp}.5`, good.body)],
    ),
  };
}
