import { setTimeout as pause } from "node:timers/promises";
import { channelModule } from "../../../examples/channel/parlour-channel.ts";
import type { Address } from "../../../src/domain/hub/delivery.ts";
import { present } from "../../../src/domain/present.ts";
import type { Inbound } from "../../../src/ports/channels/channel.ts";
import type { ChannelWorld, Someone } from "../../../src/testing/channel-contract/channel-world.ts";
import { openHookServer } from "../webhook/hook-server.ts";
import {
  type ParlourReply,
  postSigned,
  ROOM,
  signedHeaders,
  startParlour,
} from "./parlour-server.ts";

const MOST_TRIES = 500;
const BETWEEN_TRIES_MS = 20;

/** The example of a channel, with its chat server on this machine. */
export async function createParlourWorld(): Promise<ChannelWorld> {
  const parlour = await startParlour();
  const { url, token, secret } = parlour;
  const ports = { now: Date.now, log: () => {} };
  const channel = await channelModule.open({ url, token, secret }, ports);
  const server = await openHookServer(channel);
  const hook = `http://127.0.0.1:${server.port}/hooks/parlour`;
  const address: Address = { channel: "parlour", chatId: ROOM };
  const heard: Inbound[] = [];
  let count = 0;
  let last: object | undefined;

  /** Repeats it until it is accepted, as the chat server does. */
  async function deliver(event: object): Promise<ParlourReply> {
    last = event;
    for (let tries = 1; ; tries++) {
      const reply = await parlour.tell(hook, event);
      if (reply.status < 500 || tries === MOST_TRIES) return reply;
      await pause(BETWEEN_TRIES_MS);
    }
  }

  function event(by: Someone, what: object): object {
    count += 1;
    const from = { id: `u-${by}`, name: by, isMember: by === "member" };
    const place = { id: `e${count}`, at: Date.now(), room: ROOM, message: `p${count}` };
    return { ...place, from, ...what };
  }

  return {
    channel,
    address,
    badAddress: { channel: "parlour", chatId: "cellar" },
    heard,
    start: (sink) =>
      channel.start((told) => {
        heard.push(told);
        return sink(told);
      }),
    async shown({ chatId } = address) {
      const there = [...parlour.messages.values()].filter(({ room }) => room === chatId);
      return there.map(({ buttons, ...message }) => ({ ...message, controls: buttons }));
    },
    harm: parlour.harm,
    async press({ token: pressed }, by) {
      const there = [...parlour.messages.values()];
      const on = there.find(({ buttons }) => buttons.some((button) => button.token === pressed));
      return (await deliver(event(by, { token: pressed, message: on?.id ?? "m1" }))).say;
    },
    async say(text, by, to) {
      await deliver(event(by, { text, ...present({ replyTo: to?.id }) }));
    },
    async again() {
      if (last !== undefined) await deliver(last);
    },
    async forge() {
      const body = JSON.stringify(event("member", { text: "yes" }));
      const now = signedHeaders(secret, body);
      const late = signedHeaders(secret, body, Date.now() - 6 * 60_000);
      const forged = [
        { body, headers: {} },
        { body, headers: signedHeaders("f".repeat(32), body) },
        { body: body.replace("yes", "no!"), headers: now },
        { body, headers: { ...now, "parlour-time": String(Date.now() + 1) } },
        { body, headers: late },
      ];
      const replies = await Promise.all(forged.map((call) => postSigned(hook, call)));
      return replies.filter(({ status }) => status < 400).length;
    },
    async close() {
      await channel.stop();
      await server.close();
      await parlour.close();
    },
  };
}
