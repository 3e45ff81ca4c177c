import type {
  Channel,
  ChannelError,
  ChannelHearing,
  ChannelPorts,
  Rates,
  Sink,
} from "../../ports/channels/channel.ts";
import { RUNNING } from "../../ports/channels/channel-hearing.ts";
import type { ReactionEmoji } from "./bot-api.ts";
import { type Checked, checkTelegram, webhookFault } from "./check-telegram.ts";
import { createFileReader } from "./file.ts";
import { createFileGiving } from "./give-files.ts";
import { type Hearer, hearUpdate } from "./hear-update.ts";
import { HEARD_UPDATES } from "./heard-updates.ts";
import type { TelegramApi } from "./open-api.ts";
import { pollUpdates } from "./poll-updates.ts";
import { chatNumber, editContent, messageNumber, postContent } from "./post-content.ts";
import { receiveUpdate } from "./receive-update.ts";
import { renderContent } from "./render-content.ts";
import type { TelegramSettings } from "./settings.ts";
import { refusalIn, toChannelError } from "./to-channel-error.ts";

/** Leaves room for the title and the lines around it. */
const MAX_TEXT = 3_500;

/**
 * Telegram allows 20 a minute in a group and about one a second elsewhere. Groups are not told
 * apart.
 */
const RATES: Rates = { address: { perMs: 9_000, count: 3 }, all: { perMs: 1_000, count: 30 } };

const CAPABILITIES: Channel["capabilities"] = {
  edit: true,
  buttons: true,
  undo: true,
  words: "prompts",
  threads: true,
  find: false,
  forms: false,
  marks: false,
  history: false,
};

export interface TelegramParts {
  readonly settings: TelegramSettings;
  readonly api: TelegramApi;
  readonly ports: ChannelPorts;
}

/** Telegram allows few emoji; a balloon and a check mark are not among them. */
const EMOJI: ReadonlyMap<string, ReactionEmoji> = new Map([
  ["speech_balloon", "👀"],
  ["eyes", "👀"],
  ["white_check_mark", "👍"],
  ["x", "👎"],
  ["👀", "👀"],
  ["👍", "👍"],
  ["👎", "👎"],
]);

const MOST_REMEMBERED = 1_000;

interface Mark {
  readonly chatId: string;
  readonly messageId: string;
  readonly name: string;
  readonly isOn: boolean;
}

export function createTelegram(parts: TelegramParts): Channel {
  const { settings, api, ports } = parts;
  const { hearing } = settings;
  const mark = createMarker(api);
  const ear = createEar(parts);
  const receive: Channel["receive"] =
    hearing.mode === "polling"
      ? undefined
      : (call) => receiveUpdate({ secret: hearing.secret, log: ports.log, hear: ear.opened }, call);
  return {
    kind: "telegram",
    capabilities: CAPABILITIES,
    rates: RATES,
    maxText: MAX_TEXT,
    fits: (content) => renderContent(content).isWhole,
    start: ear.start,
    stop: ear.stop,
    hearing: ear.hearing,
    post: (post) => postContent(api, post),
    edit: (ref, content) => editContent(api, ref, content),
    mark: (at, name, isOn) => mark({ ...at, name, isOn }),
    file: createFileReader(api),
    giving: createFileGiving(api),
    linkUrl: ear.linkUrl,
    check: () => checkTelegram({ api, hearing, now: ports.now }),
    ...(receive !== undefined && { receive }),
  };
}

interface Ear {
  start(sink: Sink): Promise<void>;
  stop(): Promise<void>;
  hearing(): ChannelHearing;
  linkUrl(code: string): string | undefined;
  /** Takes updates from Telegram; undefined while nobody listens. */
  opened(): ((update: unknown) => Promise<void>) | undefined;
}

function createEar({ settings, api, ports }: TelegramParts): Ear {
  const { botId, hearing } = settings;
  let botName: string | undefined;
  let sink: Sink | undefined;
  let polling: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  /** Counts starts, so that a start which a stop overtakes begins nothing. */
  let run = 0;
  let polled: ChannelHearing = RUNNING;
  const watch =
    hearing.mode === "webhook" ? createWebhookWatch({ api, hearing, now: ports.now }) : undefined;
  const hearer: Hearer = { api, ports, botId, botName: () => botName };

  const ongoing = new Set<Promise<void>>();

  async function hear(update: unknown, to: Sink): Promise<void> {
    botName ??= await nameOf(api).catch(() => undefined);
    await hearUpdate(hearer, update, to);
  }

  const open = (to: Sink) => async (update: unknown) => {
    const heard = hear(update, to);
    ongoing.add(heard);
    await heard.finally(() => ongoing.delete(heard));
  };

  function poll(to: Sink): void {
    const stop = new AbortController();
    const { signal } = stop;
    const tell = (told: ChannelHearing) => {
      polled = told;
    };
    const { log, now } = ports;
    polling = { stop, ended: pollUpdates({ api, hear: open(to), log, now, tell, signal }) };
  }

  async function stop(): Promise<void> {
    run += 1;
    sink = undefined;
    const { stop: stopping, ended } = polling ?? {};
    polling = undefined;
    stopping?.abort();
    await ended;
    await Promise.allSettled(ongoing);
  }

  return {
    async start(to) {
      const stopped = stop();
      const mine = run;
      await stopped;
      botName = await nameUnlessAway(api, ports.log);
      if (hearing.mode === "webhook" && hearing.url !== undefined) {
        await setWebhook(api, hearing.url, hearing.secret);
      }
      if (mine !== run) return;
      if (hearing.mode === "webhook") sink = to;
      else poll(to);
    },
    stop,
    hearing: () => watch?.() ?? polled,
    // Telegram has the person press Start, and sends us /start with the code.
    linkUrl: (code) =>
      botName === undefined ? undefined : `https://t.me/${botName}?start=${code}`,
    opened: () => (sink === undefined ? undefined : open(sink)),
  };
}

/** A token that Telegram refuses prevents the start; an unreachable Telegram does not. */
async function nameUnlessAway(
  api: TelegramApi,
  log: ChannelPorts["log"],
): Promise<string | undefined> {
  try {
    return await nameOf(api);
  } catch (error) {
    const fault: ChannelError = toChannelError(error);
    if (fault.kind === "permanent") throw fault;
    log(`telegram: ${fault.message}`);
    return undefined;
  }
}

/** Made of letters, digits and underscores, like every user name. */
async function nameOf(api: TelegramApi): Promise<string | undefined> {
  const { username } = await api.call((raw) => raw.getMe());
  return /^\w{1,64}$/.test(username) ? username : undefined;
}

async function setWebhook(api: TelegramApi, url: string, secret: string): Promise<void> {
  const allowed = { allowed_updates: HEARD_UPDATES };
  await api.call((raw) => raw.setWebhook({ url, secret_token: secret, ...allowed }));
}

/** How old the known state of the webhook may be. */
const LOOK_MS = 20_000;

/**
 * Whether Telegram still calls us. Anybody with the token can redirect its calls, and Telegram does
 * not report that. Answers at once with the last result, and looks again if that is old.
 */
function createWebhookWatch(checked: Checked): () => ChannelHearing {
  const { api, now } = checked;
  let hears: ChannelHearing = RUNNING;
  let lookedMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    try {
      const info = await api.call((raw) => raw.getWebhookInfo());
      const why = webhookFault(info, checked);
      hears = why === undefined ? RUNNING : { state: "deaf", why };
    } catch (error) {
      const { kind, message } = toChannelError(error);
      // Telegram may still call us while it cannot be asked.
      if (kind === "permanent") hears = { state: "deaf", why: message };
    }
  }

  return () => {
    if (now() - lookedMs >= LOOK_MS) {
      lookedMs = now();
      void look();
    }
    return hears;
  };
}

/**
 * Shows marks as far as Telegram can. A bot has one reaction to a message, so a new mark replaces
 * the old one. Removing the old one later must not remove the new one.
 */
function createMarker(api: TelegramApi): (mark: Mark) => Promise<void> {
  const shown = new Map<string, ReactionEmoji>();
  return async ({ chatId, messageId, name, isOn }) => {
    const emoji = EMOJI.get(name);
    const place = `${chatId} ${messageId}`;
    if (emoji === undefined || (!isOn && (shown.get(place) ?? emoji) !== emoji)) return;
    const reaction = isOn ? [{ type: "emoji" as const, emoji }] : [];
    const at = { chat_id: chatNumber(chatId), message_id: messageNumber(messageId) };
    await api.call(async (raw) => {
      try {
        await raw.setMessageReaction({ ...at, reaction });
      } catch (error) {
        if (!isNotShown(error)) throw error;
      }
    });
    shown.delete(place);
    if (isOn) shown.set(place, emoji);
    const [oldest] = shown.keys();
    if (shown.size > MOST_REMEMBERED && oldest !== undefined) shown.delete(oldest);
  };
}

/** A chat can allow fewer emoji, or none. */
function isNotShown(error: unknown): boolean {
  return /REACTION_INVALID|REACTIONS_TOO_MANY|not modified/i.test(
    refusalIn(error)?.description ?? "",
  );
}
