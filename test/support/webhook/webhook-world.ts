import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { webhookModule } from "../../../src/channels/webhook/webhook-module.ts";
import type { Address } from "../../../src/domain/hub/delivery.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import { present } from "../../../src/domain/present.ts";
import type { ContentBlock, Control, Inbound } from "../../../src/ports/channels/channel.ts";
import type {
  ChannelWorld,
  ShownControl,
  ShownPost,
  Someone,
} from "../../../src/testing/channel-contract/channel-world.ts";
import { type Callback, type CallbackReply, sendCallback, signedCallback } from "./callbacks.ts";
import { openHookServer } from "./hook-server.ts";
import { openReceiver, type ReceivedEvent, type StandingPost } from "./receiver.ts";

const MOST_TRIES = 500;
const BETWEEN_TRIES_MS = 20;

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** A webhook channel with a receiver on this machine, which shows posts and sends callbacks. */
export async function createWebhookWorld(): Promise<ChannelWorld> {
  const secret = newSecret();
  const receiver = await openReceiver(secret);
  const ports = { now: Date.now, log: () => {} };
  const channel = await webhookModule.open({ secret, allowPrivate: true }, ports);
  const server = await openHookServer(channel);
  const address: Address = { channel: "webhook", chatId: receiver.url };
  const heard: Inbound[] = [];
  let last: Callback | undefined;

  /** Sends it until it is taken, as whoever must not lose it does. */
  async function deliver(callback: Callback): Promise<CallbackReply> {
    last = callback;
    for (let tries = 1; ; tries++) {
      const reply = await sendCallback(server.url, callback);
      if (reply.status < 500 || tries === MOST_TRIES) return reply;
      await pause(BETWEEN_TRIES_MS);
    }
  }

  function signed(body: JsonObject, by: Someone): Callback {
    return signedCallback(secret, { ...body, address: receiver.url, from: person(by) });
  }

  return {
    channel,
    address,
    badAddress: { channel: "webhook", chatId: receiver.url.replace("/events", "/nowhere") },
    heard,
    start: (sink) =>
      channel.start((event) => {
        heard.push(event);
        return sink(event);
      }),
    async shown(at = address) {
      const posts = [...receiver.standing.values()];
      return posts.filter(({ event }) => event.data.address === at.chatId).map(shownPost);
    },
    harm: receiver.harm,
    async press(control, by) {
      const found = findControl(receiver.events, control);
      const reply = await deliver(signed(found, by));
      if (reply.status !== 200) throw new Error(`The callback was refused: ${reply.status}`);
      return reply.say;
    },
    async say(text, by, to) {
      await deliver(signed({ type: "reply", text, ...present({ key: to?.id }) }, by));
    },
    async again() {
      if (last !== undefined) await deliver(last);
    },
    async forge() {
      const [post] = receiver.standing.values();
      const forged = forgeries(secret, {
        posted: receiver.calls.at(-1),
        body: { type: "reply", text: "yes", key: post?.event.data.key ?? "dlv_1" },
        address: receiver.url,
      });
      const replies = await Promise.all(
        forged.map((callback) => sendCallback(server.url, callback)),
      );
      return replies.filter(({ status }) => status < 400).length;
    },
    async close() {
      await channel.stop();
      await server.close();
      await receiver.close();
    },
  };
}

function person(who: Someone): JsonObject {
  return {
    id: `u_${who}`,
    name: who,
    ...present({ isForeign: who === "member" ? undefined : true }),
  };
}

interface ForgeryOptions {
  readonly posted: { readonly headers: object; readonly raw: string } | undefined;
  readonly body: JsonObject;
  readonly address: string;
}

/** Each way of sending what the receiver has not signed, or not so, or not now. */
function forgeries(
  secret: string,
  { posted, body, address }: ForgeryOptions,
): readonly Pick<Callback, "body" | "headers">[] {
  const said = { ...body, address, from: person("member") };
  const good = signedCallback(secret, said);
  const { "webhook-signature": signature = "", ...unsigned } = good.headers;
  const sixMinutes = 6 * 60_000;
  return [
    { ...good, headers: unsigned },
    signedCallback(newSecret(), said),
    { ...good, body: good.body.replace("yes", "no!") },
    { ...good, headers: { ...good.headers, "webhook-id": "cb_other" } },
    { ...good, headers: { ...good.headers, "webhook-signature": signature.replace("v1,", "v0,") } },
    signedCallback(secret, said, { at: new Date(Date.now() - sixMinutes) }),
    signedCallback(secret, said, { at: new Date(Date.now() + sixMinutes) }),
    ...(posted === undefined ? [] : [reflected(posted)]),
  ];
}

/** An event of Earshot's own, sent back to it with its good signature. */
function reflected({ headers, raw }: NonNullable<ForgeryOptions["posted"]>) {
  const own = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
  return { body: raw, headers: Object.fromEntries(own) as Record<string, string> };
}

function shownPost({ event, raw }: StandingPost): ShownPost {
  const { key, blocks, controls, replyTo } = event.data;
  return {
    id: key,
    text: [...blocks.map(textOfBlock), ...controls.map(textOfControl)].join("\n"),
    raw,
    controls: controls.flatMap(shownControls),
    ...present({ replyTo }),
  };
}

function textOfBlock(block: ContentBlock): string {
  switch (block.kind) {
    case "title":
    case "note":
      return block.text;
    case "said":
      return `${block.by}: ${block.text}`;
    case "facts":
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "lines":
      return [block.label, ...block.lines].join("\n");
    case "link":
      return `${block.label}: ${block.url}`;
  }
}

function textOfControl(control: Control): string {
  return control.kind === "reply" ? control.hint : `[${control.label}]`;
}

function shownControls(control: Control): readonly ShownControl[] {
  switch (control.kind) {
    case "reply":
      return [];
    case "select":
      return control.options.map(({ label, token }) => ({ label, token }));
    default:
      return [{ label: control.label, token: control.token }];
  }
}

/**
 * The callback of a press, even if the button is gone by now, as on the screen of somebody who is
 * late.
 */
function findControl(events: readonly ReceivedEvent[], { token }: ShownControl): JsonObject {
  for (const { data } of events.toReversed()) {
    for (const control of data.controls) {
      const deed = deedOn(control, token);
      if (deed !== undefined) return { ...deed, key: data.key };
    }
  }
  throw new Error("No such control ever stood there.");
}

function deedOn(control: Control, token: string): JsonObject | undefined {
  switch (control.kind) {
    case "reply":
      return undefined;
    case "button":
      return control.token === token ? { type: "press", token } : undefined;
    case "select": {
      const isOfIt = control.options.some((option) => option.token === token);
      return isOfIt ? { type: "choose", token: control.token, chosen: [token] } : undefined;
    }
    case "form": {
      if (control.token !== token) return undefined;
      const { fields } = control.form;
      const values = fields.map(({ name, value = "" }): [string, string] => [name, value]);
      return { type: "submit", token, values: Object.fromEntries(values) };
    }
  }
}
