import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ChannelModule, ChannelSetup, SetupFound } from "../../ports/channels/channel.ts";
import { checkBot } from "./check-telegram.ts";
import { createTelegram } from "./create-telegram.ts";
import { openApi } from "./open-api.ts";
import { readSettings, settingFault } from "./settings.ts";

const isCalled = ({ mode }: JsonObject) => mode === "webhook";

const telegramSetup: ChannelSetup = {
  steps: [],
  linking: "said",
  fields: [
    {
      name: "token",
      label: "Bot token",
      help: "The line that BotFather showed, such as 123456789:AAE…. Send it /token to see the token again.",
      isSecret: true,
      steps: () => [
        { label: "Open a chat with BotFather:", url: "https://t.me/BotFather" },
        "Send /newbot, then a name such as Earshot, then a user name that ends in bot. Copy the token that it shows.",
      ],
      fault: settingFault("token"),
      attempt: askBot,
    },
    {
      name: "mode",
      label: "How events come here",
      help: "polling asks Telegram and needs no public address; webhook has Telegram call this server.",
      isSecret: false,
      isOptional: true,
      value: "polling",
      when: () => false,
      fault: settingFault("mode"),
    },
    {
      name: "webhookSecret",
      label: "Webhook secret",
      help: "At least 32 characters that Telegram proves itself with. Make one with: openssl rand -hex 32",
      isSecret: true,
      isOptional: true,
      when: isCalled,
      fault: settingFault("webhookSecret"),
    },
    {
      name: "webhookUrl",
      label: "Webhook URL",
      help: "This server's public address followed by /hooks/telegram. Telegram is told it at each start.",
      isSecret: false,
      isOptional: true,
      when: isCalled,
      fault: settingFault("webhookUrl"),
    },
    {
      name: "apiUrl",
      label: "Address of the Bot API",
      help: "Of a Bot API server of your own. Leave it out for Telegram's.",
      isSecret: false,
      isOptional: true,
      when: () => false,
      fault: settingFault("apiUrl"),
    },
  ],
};

/** Who the bot is, and what it hears in groups; what else must be is checked with all settings. */
async function askBot(known: JsonObject): Promise<SetupFound> {
  const { token, apiUrl } = known;
  const settings = readSettings({ token: token ?? "", ...present({ apiUrl }) });
  return { lines: await checkBot(await openApi(settings)) };
}

export const telegramModule: ChannelModule = {
  kind: "telegram",
  setup: telegramSetup,
  async open(given, ports) {
    const settings = readSettings(given);
    return createTelegram({ settings, api: await openApi(settings), ports });
  },
};
