import { slackModule } from "../../../src/channels/slack/slack-module.ts";
import { unescapeText } from "../../../src/channels/slack/slack-text.ts";
import { at, listAt, objectOf, textAt } from "../../../src/channels/slack/untrusted-json.ts";
import type { Address } from "../../../src/domain/hub/delivery.ts";
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import type { Channel, Inbound, Sink } from "../../../src/ports/channels/channel.ts";
import type {
  ChannelWorld,
  ShownControl,
  ShownPost,
  Someone,
} from "../../../src/testing/channel-contract/channel-world.ts";
import { APP_TOKEN, type ApiProxy, startApiProxy } from "./api-proxy.ts";
import { bring, type Door } from "./event-director.ts";
import { forgedCalls } from "./forged-calls.ts";
import { startHookHost } from "./hook-host.ts";
import { type Actor, clickPayload, eventPayload, submissionPayload } from "./payloads.ts";
import { controlsOf, type StoredControl, shownPost } from "./shown-message.ts";
import {
  BOT_TOKEN,
  BOT_USER,
  OTHER_TEAM,
  type SlackEmulator,
  startSlackEmulator,
  TEAM,
} from "./slack-emulator.ts";
import { type SocketServer, startSocketServer } from "./socket-server.ts";

export const SIGNING_SECRET = "0123456789abcdef0123456789abcdef";

export interface SlackWorldOptions {
  readonly mode: "http" | "socket";
  /**
   * Where Slack calls over HTTP, such as a server under test; the world's own channel, if absent.
   */
  readonly hook?: () => string;
}

/** A modal that stands open before somebody. */
export interface OpenForm {
  readonly view: JsonObject;
  readonly by: Someone;
}

export interface Reacting {
  readonly to: ShownPost;
  readonly name: string;
  readonly by: Someone;
  readonly isOn?: boolean;
}

/** What is particular to Slack beside what every channel has. */
export interface SlackWorld extends ChannelWorld {
  readonly emulator: SlackEmulator;
  readonly proxy: ApiProxy;
  readonly socket: SocketServer;
  /** Where the channel is called over HTTP. */
  readonly hookUrl: string;
  /** The modal that was opened last. */
  readonly form: OpenForm;
  /** Fills the fields of the open modal by number, and sends it; returns the reply to Slack. */
  submit(values: JsonObject): Promise<Json | undefined>;
  /** Reacts to a post, or takes it back. */
  react(reaction: Reacting): Promise<void>;
  /** Has Slack deliver anything. */
  deliver(door: Door, payload: Json): Promise<Json | undefined>;
  /** Lines of the channel's log. */
  readonly log: readonly string[];
}

interface Parts {
  readonly emulator: SlackEmulator;
  readonly proxy: ApiProxy;
  readonly socket: SocketServer;
  readonly channel: Channel;
  readonly log: readonly string[];
  readonly host: { readonly url: string; close(): Promise<void> };
}

export async function createSlackWorld({ mode, hook }: SlackWorldOptions): Promise<SlackWorld> {
  const parts = await startParts(mode);
  const { emulator, proxy, socket, channel, host, log } = parts;
  const address: Address = { channel: "slack", chatId: emulator.channel };
  const heard: Inbound[] = [];
  let last: { readonly door: Door; readonly payload: Json } | undefined;
  let form: OpenForm | undefined;

  async function deliver(door: Door, payload: Json): Promise<Json | undefined> {
    last = { door, payload };
    const url = hook?.() ?? host.url;
    if (mode === "http") return await bring(url, { door, payload, secret: SIGNING_SECRET });
    return await socket.deliver(door === "events" ? "events_api" : "interactive", payload);
  }

  async function press(control: ShownControl, by: Someone): Promise<string | undefined> {
    const { stored, chat } = await findControl(parts, control);
    const before = proxy.taken.length;
    const click = {
      control: stored,
      channel: chat,
      by: actorOf(emulator, by),
      triggerId: await proxy.newTrigger(emulator.people[by]),
      actionTs: nextTs(),
    };
    await deliver("interactions", clickPayload(click));
    const shown = proxy.taken
      .slice(before)
      .filter(({ method }) => SHOWN.has(method))
      .at(-1);
    const view = objectOf(shown?.answer["view"]);
    if (view !== undefined) form = { view, by };
    return view === undefined
      ? unescaped(textAt(shown?.args, "text"))
      : textAt(view, "title", "text");
  }

  return {
    ...parts,
    address,
    badAddress: { channel: "slack", chatId: "C0NOWHERE" },
    heard,
    hookUrl: host.url,
    deliver,
    press,
    get form() {
      if (form === undefined) throw new Error("No form is open.");
      return form;
    },
    async submit(values) {
      if (form === undefined) throw new Error("No form is open.");
      const actor = actorOf(emulator, form.by);
      return await deliver("interactions", submissionPayload(form.view, values, actor));
    },
    async start(sink: Sink) {
      await channel.start(async (event) => {
        heard.push(event);
        return await sink(event);
      });
    },
    shown: async (where = address) => (await messagesIn(parts, where)).map(shownPost),
    harm: (...next) => proxy.harm(...next),
    say: (text, by, to) => say({ emulator, deliver }, { text, by, ...(to && { to }) }),
    async react({ to, name, by, isOn = true }) {
      const item = { channel: emulator.channel, timestamp: to.id };
      await emulator.call(isOn ? "reactions.add" : "reactions.remove", { ...item, name }, by);
      const event = {
        type: isOn ? "reaction_added" : "reaction_removed",
        user: emulator.people[by],
        reaction: name,
        item: { type: "message", channel: emulator.channel, ts: to.id },
        event_ts: nextTs(),
      };
      await deliver("events", eventPayload(event, nextEventId()));
    },
    async again() {
      if (last === undefined) throw new Error("Nothing was delivered.");
      await deliver(last.door, last.payload);
    },
    async forge() {
      const before = heard.length;
      await forgedCalls({ mode, url: host.url, socket, by: emulator.people.member });
      return heard.length - before;
    },
    log,
    async close() {
      await channel.stop();
      await host.close();
      await proxy.close();
      await socket.close();
      await emulator.close();
    },
  };
}

const SHOWN = new Set(["chat.postEphemeral", "views.open"]);

async function startParts(mode: SlackWorldOptions["mode"]): Promise<Parts> {
  const emulator = await startSlackEmulator();
  const socket = await startSocketServer();
  const proxy = await startApiProxy(emulator, socket.url);
  const log: string[] = [];
  const way = mode === "http" ? { signingSecret: SIGNING_SECRET } : { appToken: APP_TOKEN };
  const settings = { botToken: BOT_TOKEN, apiUrl: proxy.url, ...way };
  const ports = { now: () => Date.now(), log: (line: string) => void log.push(line) };
  const channel = await slackModule.open(settings, ports);
  const receive = channel.receive ?? (async () => ({ status: 404 }));
  return { emulator, proxy, socket, channel, log, host: await startHookHost(receive) };
}

let count = 0;

function nextEventId(): string {
  count += 1;
  return `Ev${count.toString().padStart(8, "0")}`;
}

function nextTs(): string {
  count += 1;
  return `${Math.floor(Date.now() / 1_000)}.${String(count).padStart(6, "0")}`;
}

function actorOf({ people }: SlackEmulator, by: Someone): Actor {
  return { id: people[by], team: by === "outsider" ? OTHER_TEAM : TEAM };
}

function unescaped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : unescapeText(text);
}

/** The chat of an address, also of a person's. */
async function chatOf({ emulator }: Parts, { chatId }: Address): Promise<string> {
  if (!chatId.startsWith("U")) return chatId;
  const opened = await emulator.call("conversations.open", { users: chatId });
  return textAt(opened, "channel", "id") ?? "";
}

async function messagesIn(parts: Parts, address: Address): Promise<Json[]> {
  const { emulator } = parts;
  const channel = await chatOf(parts, address);
  const found = await emulator.call("conversations.history", { channel, limit: 1_000 });
  const roots = [...listAt(found, "messages")];
  const replies = await Promise.all(
    roots
      .filter((message) => at(message, "reply_count") !== undefined)
      .map(async (message) => {
        const ts = textAt(message, "ts") ?? "";
        const thread = await emulator.call("conversations.replies", { channel, ts });
        return listAt(thread, "messages").filter((reply) => textAt(reply, "ts") !== ts);
      }),
  );
  const all = [...roots, ...replies.flat()];
  return all.sort((a, b) => ((textAt(a, "ts") ?? "") < (textAt(b, "ts") ?? "") ? -1 : 1));
}

/** Only a control that is visible can be clicked. */
async function findControl(
  parts: Parts,
  { token, label }: ShownControl,
): Promise<{ readonly stored: StoredControl; readonly chat: string }> {
  const people = Object.values(parts.emulator.people);
  for (const chatId of [parts.emulator.channel, ...people]) {
    const address: Address = { channel: "slack", chatId };
    const stored = (await messagesIn(parts, address))
      .reverse()
      .flatMap(controlsOf)
      .find((control) => control.token === token && control.label === label);
    if (stored !== undefined) return { stored, chat: await chatOf(parts, address) };
  }
  throw new Error("No such control stands there.");
}

interface Saying {
  readonly text: string;
  readonly by: Someone;
  readonly to?: ShownPost;
}

/** Says something and has Slack tell of it: twice where it names the bot, as Slack does. */
async function say(
  { emulator, deliver }: Pick<SlackWorld, "emulator" | "deliver">,
  { text, by, to }: Saying,
): Promise<void> {
  const escaped = text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
  const written = escaped.replaceAll("@Earshot", `<@${BOT_USER}>`);
  const thread = to === undefined ? {} : { thread_ts: to.replyTo ?? to.id };
  const channel = emulator.channel;
  const said = await emulator.call("chat.postMessage", { channel, text: written, ...thread }, by);
  const actor = actorOf(emulator, by);
  const event = {
    type: "message",
    channel,
    channel_type: "channel",
    user: actor.id,
    team: actor.team,
    text: written,
    ts: textAt(said, "ts") ?? "",
    ...thread,
  };
  await deliver("events", eventPayload(event, nextEventId()));
  if (written === escaped) return;
  await deliver("events", eventPayload({ ...event, type: "app_mention" }, nextEventId()));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
