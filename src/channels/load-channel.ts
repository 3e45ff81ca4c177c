import {
  type BuiltInChannel,
  isBuiltInChannel,
  type RemoteChannel,
} from "../domain/channel-kind.ts";
import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ChannelModule } from "../ports/channels/channel.ts";

/** Loaded late, so that nobody waits for the library of a platform that is not configured. */
const MODULES: Readonly<Record<BuiltInChannel, () => Promise<ChannelModule>>> = {
  slack: async () => (await import("./slack/slack-module.ts")).slackModule,
  telegram: async () => (await import("./telegram/telegram-module.ts")).telegramModule,
  email: async () => (await import("./email/email-module.ts")).emailModule,
  webhook: async () => (await import("./webhook/webhook-module.ts")).webhookModule,
};

/** Where an outside channel is looked for. */
export interface ModulePlace {
  /** As `channels.json` has them; `module` among them names an outside channel. */
  readonly settings: JsonObject;
  readonly dataFolder: string;
}

/** Throws INVALID_INPUT for a channel that cannot be loaded, and says what to do. */
export async function loadChannelModule(
  kind: RemoteChannel,
  { settings: { module: name }, dataFolder }: ModulePlace,
): Promise<ChannelModule> {
  if (!isBuiltInChannel(kind)) {
    const { loadOutsideModule } = await import("./outside/load-outside-module.ts");
    return await loadOutsideModule(kind, { name, dataFolder });
  }
  if (name === undefined) return await MODULES[kind]();
  throw new EarshotError(
    "INVALID_INPUT",
    `${kind} is Earshot's own channel, and no module stands in for it. Take "module" out of its settings, or give the module a kind of its own.`,
  );
}
