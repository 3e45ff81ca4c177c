import type { ChannelPorts, Heard, Inbound, Sink } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import { decodeUpdate } from "./decode-update.ts";
import { inertWords } from "./inert-words.ts";
import type { TelegramApi } from "./open-api.ts";
import { sendPrompt } from "./prompt.ts";
import { toChannelError } from "./to-channel-error.ts";

export interface Hearer {
  readonly api: TelegramApi;
  readonly ports: ChannelPorts;
  readonly botId: number;
  /** The bot's name, once it is known. */
  botName(): string | undefined;
}

/** Longest notice over a chat. */
const NOTICE_CHARS = 200;
/** A later notice is useless, and must not hold up what others do. */
const NOTICE_MS = 10_000;

/** Resolves once the result of the update is stored; rejects if the sink does. */
export async function hearUpdate(hearer: Hearer, update: unknown, sink: Sink): Promise<void> {
  const { botId, ports } = hearer;
  const botName = hearer.botName();
  const ctx = { botId, nowMs: ports.now(), ...(botName !== undefined && { botName }) };
  const { events, callbackId } = decodeUpdate(update, ctx);
  const outcomes: { readonly event: Inbound; readonly heard: Heard }[] = [];
  for (const event of events) outcomes.push({ event, heard: await sink(event) });
  if (callbackId !== undefined) {
    const { event, heard = {} } = outcomes[0] ?? {};
    await tell(hearer, () => answerPress(hearer, callbackId, heard));
    const { prompt } = heard;
    if (prompt === undefined || event?.kind !== "press") return;
    await tell(hearer, () => sendPrompt(hearer.api, event, prompt));
    return;
  }
  for (const { event, heard } of outcomes) {
    if (heard.say !== undefined) await tell(hearer, () => say(hearer, event, heard.say ?? ""));
  }
}

/** The notice is a courtesy: the result of the event is stored already. */
async function tell({ ports }: Hearer, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    ports.log(`telegram: a person was not told what came of it: ${toChannelError(error).message}`);
  }
}

async function answerPress({ api }: Hearer, id: string, { say = "", isRefusal = false }: Heard) {
  const text = oneLine(say, NOTICE_CHARS);
  const notice = text === "" ? {} : { text, show_alert: isRefusal };
  const answer = { callback_query_id: id, ...notice };
  await api.call(
    (raw, signal) => raw.answerCallbackQuery(answer, signal),
    AbortSignal.timeout(NOTICE_MS),
  );
}

/** Goes to the person's own chat with the bot, because in a group everybody would read it. */
async function say({ api }: Hearer, event: Inbound, text: string): Promise<void> {
  const { from, address } = event;
  if (from.isBot === true || from.isForeign === true) return;
  const repliesTo =
    event.kind === "text" && address.chatId === from.id ? event.messageId : undefined;
  const { text: words, entities } = inertWords(text, "italic");
  const notice = {
    chat_id: Number(from.id),
    text: words,
    entities: [...entities],
    link_preview_options: { is_disabled: true },
    ...(repliesTo !== undefined && {
      reply_parameters: { message_id: Number(repliesTo), allow_sending_without_reply: true },
    }),
  };
  await api.call((raw, signal) => raw.sendMessage(notice, signal), AbortSignal.timeout(NOTICE_MS));
}
