import type { CheckLine } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Bot, WebhookInfo } from "./bot-api.ts";
import type { TelegramApi } from "./open-api.ts";
import type { Hearing } from "./settings.ts";
import { toChannelError } from "./to-channel-error.ts";

/** How long a fault that Telegram reports counts as current. */
const RECENT_SECONDS = 600;

export interface Checked {
  readonly api: TelegramApi;
  readonly hearing: Hearing;
  readonly now: () => number;
}

/** Whether Telegram knows the bot, and whether its events can arrive here. */
export async function checkTelegram({ api, hearing, now }: Checked): Promise<readonly CheckLine[]> {
  try {
    const me = await api.call((raw) => raw.getMe());
    const info = await api.call((raw) => raw.getWebhookInfo());
    return [
      tokenLine(me),
      hearing.mode === "polling" ? pollingLine(info) : webhookLine(info, hearing.url),
      ...callFaults(info, now()).map((text) => ({ isOk: false, text })),
      privacyLine(me),
    ];
  } catch (error) {
    return [{ isOk: false, text: toChannelError(error).message }];
  }
}

/** Whether Telegram knows the token. */
export async function checkBot(api: TelegramApi): Promise<readonly CheckLine[]> {
  try {
    const me = await api.call((raw) => raw.getMe());
    return [tokenLine(me), privacyLine(me)];
  } catch (error) {
    return [{ isOk: false, text: toChannelError(error).message }];
  }
}

function tokenLine({ username }: Bot): CheckLine {
  return { isOk: true, text: `The token is that of @${oneLine(username, 64)}.` };
}

function pollingLine({ url = "" }: WebhookInfo): CheckLine {
  if (url === "") return { isOk: true, text: "No webhook is set, so polling hears what happens." };
  return {
    isOk: false,
    text: `A webhook at ${hostOf(url)} is set, and Telegram lets nobody poll beside it. Remove it with Telegram's deleteWebhook, or set mode to webhook.`,
  };
}

function webhookLine(info: WebhookInfo, wanted: string | undefined): CheckLine {
  const fault = settingFault(info, wanted);
  if (fault !== undefined) return { isOk: false, text: fault };
  return { isOk: true, text: `Telegram calls the webhook at ${hostOf(info.url ?? "")}.` };
}

/** What keeps Telegram's calls from arriving here; undefined if they arrive. */
export function webhookFault(
  info: WebhookInfo,
  { hearing, now }: Pick<Checked, "hearing" | "now">,
): string | undefined {
  const wanted = hearing.mode === "webhook" ? hearing.url : undefined;
  return settingFault(info, wanted) ?? callFaults(info, now())[0];
}

function settingFault({ url = "" }: WebhookInfo, wanted: string | undefined): string | undefined {
  if (url === "") {
    return "No webhook is set, so nothing is heard. Set webhookUrl, and Telegram is told at the next start.";
  }
  if (wanted === undefined || url === wanted) return undefined;
  return `Telegram calls ${hostOf(url)}, not webhookUrl: somebody else has set a webhook with this token. It is set again at the next start.`;
}

/** Telegram reports the last fault for ever. If nothing waits after it, it is over. */
function callFaults(info: WebhookInfo, nowMs: number): readonly string[] {
  const { last_error_date, last_error_message, pending_update_count } = info;
  const isOld = last_error_date === undefined || nowMs / 1_000 - last_error_date > RECENT_SECONDS;
  if (isOld || pending_update_count === 0) return [];
  const fault = oneLine(last_error_message ?? "", 160);
  return [`Telegram's last call of the webhook failed: ${fault}`];
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
