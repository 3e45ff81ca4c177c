import type { CheckLine } from "../../ports/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Bot, WebhookInfo } from "./bot-api.ts";
import type { TelegramApi } from "./open-api.ts";
import type { Hearing } from "./settings.ts";
import { toChannelError } from "./to-channel-error.ts";

/** A fault of which Telegram tells is of now for so long. */
const RECENT_SECONDS = 600;

export interface Checked {
  readonly api: TelegramApi;
  readonly hearing: Hearing;
  readonly now: () => number;
}

/** Whether the bot is known to Telegram, and whether events can come from it. */
export async function checkTelegram({ api, hearing, now }: Checked): Promise<readonly CheckLine[]> {
  try {
    const me = await api.call((raw) => raw.getMe());
    const info = await api.call((raw) => raw.getWebhookInfo());
    return [
      { isOk: true, text: `The token is that of @${oneLine(me.username, 64)}.` },
      hearing.mode === "polling" ? pollingLine(info) : webhookLine(info, hearing.url),
      ...faultLines(info, now() / 1_000),
      privacyLine(me),
    ];
  } catch (error) {
    return [{ isOk: false, text: toChannelError(error).message }];
  }
}

function pollingLine({ url = "" }: WebhookInfo): CheckLine {
  if (url === "") return { isOk: true, text: "No webhook is set, so polling hears what happens." };
  return {
    isOk: false,
    text: `A webhook at ${hostOf(url)} is set, and Telegram lets nobody poll beside it. Remove it with Telegram's deleteWebhook, or set mode to webhook.`,
  };
}

function webhookLine({ url = "" }: WebhookInfo, wanted: string | undefined): CheckLine {
  if (url === "") {
    return {
      isOk: false,
      text: "No webhook is set, so nothing is heard. Set webhookUrl, and Telegram is told at the next start.",
    };
  }
  if (wanted !== undefined && url !== wanted) {
    return {
      isOk: false,
      text: `Telegram calls ${hostOf(url)}, not webhookUrl. It is told at the next start.`,
    };
  }
  return { isOk: true, text: `Telegram calls the webhook at ${hostOf(url)}.` };
}

function faultLines({ last_error_date, last_error_message }: WebhookInfo, nowSeconds: number) {
  if (last_error_date === undefined || nowSeconds - last_error_date > RECENT_SECONDS) return [];
  const fault = oneLine(last_error_message ?? "", 160);
  return [{ isOk: false, text: `Telegram's last call of the webhook failed: ${fault}` }];
}

function privacyLine({ can_read_all_group_messages }: Bot): CheckLine {
  const text = can_read_all_group_messages
    ? "Privacy mode is off: in groups the bot hears all messages."
    : "Privacy mode is on: in groups the bot hears replies to it, mentions and commands. To hear all, send /setprivacy to @BotFather and add the bot again.";
  return { isOk: true, text };
}

/** The rest of such a URL is often a secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an unreadable URL";
}
