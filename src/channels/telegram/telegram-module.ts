import type { ChannelModule } from "../../ports/channels/channel.ts";
import { createTelegram } from "./create-telegram.ts";
import { openApi } from "./open-api.ts";
import { readSettings } from "./settings.ts";
import { telegramSetup } from "./setup.ts";

export const telegramModule: ChannelModule = {
  kind: "telegram",
  setup: telegramSetup,
  async open(given, ports) {
    const settings = readSettings(given);
    return createTelegram({ settings, api: await openApi(settings), ports });
  },
};
