import type { RemoteChannel } from "../domain/delivery.ts";
import type { ChannelModule } from "../ports/channel.ts";

/** Loaded late: nobody waits for the library of a platform that is not configured. */
const MODULES: Readonly<Record<RemoteChannel, () => Promise<ChannelModule>>> = {
  slack: async () => (await import("./slack/slack-module.ts")).slackModule,
  telegram: async () => (await import("./telegram/telegram-module.ts")).telegramModule,
  email: async () => (await import("./email/email-module.ts")).emailModule,
  webhook: async () => (await import("./webhook/webhook-module.ts")).webhookModule,
};

export async function loadChannelModule(kind: RemoteChannel): Promise<ChannelModule> {
  return await MODULES[kind]();
}
