import type { ChannelModule, ChannelSetup } from "../../ports/channels/channel.ts";
import { createTelegram } from "./create-telegram.ts";
import { openApi } from "./open-api.ts";
import { readSettings } from "./settings.ts";

const telegramSetup: ChannelSetup = {
  steps: [
    "In Telegram, open a chat with @BotFather and send: /newbot",
    "Give the bot a name, such as Earshot, and a user name that ends in bot.",
    "Copy the token that BotFather shows, a line such as 123456789:AAE…",
    "Send /start to the new bot from your own account: it may write to nobody who has not.",
    "For a group: add the bot to it. To hear plain messages there too, not only replies and mentions, send /setprivacy to BotFather and choose Disable before you add it. To see reactions there, make it an administrator.",
  ],
  fields: [
    {
      name: "token",
      label: "Bot token",
      help: "The line that BotFather showed. Send /token to BotFather to see it again.",
      isSecret: true,
    },
    {
      name: "mode",
      label: "How events come here",
      help: "polling asks Telegram and needs no public address; webhook has Telegram call this server.",
      isSecret: false,
      isOptional: true,
      value: "polling",
    },
    {
      name: "webhookSecret",
      label: "Webhook secret",
      help: "For webhook only: at least 32 characters that Telegram proves itself with. Make one with: openssl rand -hex 32",
      isSecret: true,
      isOptional: true,
    },
    {
      name: "webhookUrl",
      label: "Webhook URL",
      help: "For webhook only: this server's public address followed by /hooks/telegram. Telegram is told it at each start.",
      isSecret: false,
      isOptional: true,
    },
  ],
};

export const telegramModule: ChannelModule = {
  kind: "telegram",
  setup: telegramSetup,
  async open(given, ports) {
    const settings = readSettings(given);
    return createTelegram({ settings, api: await openApi(settings), ports });
  },
};
