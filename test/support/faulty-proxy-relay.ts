import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fate, Weather } from "./faulty-proxy.ts";
import { createRounds, isFirstMessage, NO_ENCRYPTION, readMessages } from "./postgres-wire.ts";

export interface RelayOptions {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly weather: Weather;
}

/** Relays what both sides say until one of them ends or the proxy disconnects them. */
export async function relay(options: RelayOptions): Promise<void> {
  const fates: Fate[] = [];
  await Promise.race([toServer(options, fates), toClient(options, fates)]).catch(() => {});
}

export function connectTo({ hostname, port }: URL): Socket {
  const socket = connect({ host: hostname, port: Number(port || 5432), noDelay: true });
  socket.on("error", () => {});
  return socket;
}

/** Holds each round back until it is complete, when it is known what it asks for. */
async function toServer({ client, upstream, weather }: RelayOptions, fates: Fate[]): Promise<void> {
  const rounds = createRounds();
  let pending: Uint8Array[] = [];
  for await (const message of readMessages(client, isFirstMessage)) {
    if (message.type === "encryption") {
      client.write(NO_ENCRYPTION);
      continue;
    }
    pending.push(message.bytes);
    const round = rounds.take(message);
    if (round === undefined && !message.isUrgent) continue;
    if (round !== undefined) fates.push(await weather.fate(round));
    if (fates.at(-1) === "cut_before") {
      weather.done.cutBefore += 1;
      return;
    }
    await weather.thawed();
    upstream.write(Buffer.concat(pending));
    pending = [];
  }
}

/** Holds each reply back until the server has said that it is ready for more. */
async function toClient({ client, upstream, weather }: RelayOptions, fates: Fate[]): Promise<void> {
  let reply: Uint8Array[] = [];
  let isIntroduced = false;
  for await (const message of readMessages(upstream, () => false)) {
    if (message.type === "A" && weather.isLosingNotices()) {
      weather.done.lostNotices += 1;
      continue;
    }
    reply.push(message.bytes);
    const isReady = message.type === "Z";
    if (!isReady && isHeld(fates)) continue;
    // The first readiness ends the introduction, which is not a round.
    if (isReady && isIntroduced && !(await isPassed(fates.shift(), weather))) return;
    isIntroduced ||= isReady;
    await weather.thawed();
    client.write(Buffer.concat(reply));
    reply = [];
  }
}

function isHeld([fate = "pass"]: readonly Fate[]): boolean {
  return fate !== "pass";
}

async function isPassed(fate: Fate | undefined, { done }: Weather): Promise<boolean> {
  if (fate === "cut_after") {
    done.cutAfter += 1;
    return false;
  }
  if (typeof fate === "number") {
    done.delayed += 1;
    await sleep(fate);
  }
  return true;
}
