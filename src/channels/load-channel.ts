import {
  type BuiltInChannel,
  isBuiltInChannel,
  type RemoteChannel,
} from "../domain/channel-kind.ts";
import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { languageTag } from "../domain/language-tag.ts";
import type { ChannelModule, SetupField } from "../ports/channels/channel.ts";

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
    return inLanguages(await loadOutsideModule(kind, { name, dataFolder }));
  }
  if (name === undefined) return inLanguages(await MODULES[kind]());
  throw new EarshotError(
    "INVALID_INPUT",
    `${kind} is Earshot's own channel, and no module stands in for it. Take "module" out of its settings, or give the module a kind of its own.`,
  );
}

/** Every channel takes it, and none has to know it: what is posted comes in its language. */
const LANGUAGE: SetupField = {
  name: "language",
  label: "Language",
  help: "Of what several people read there, such as de. Who has chosen a language gets theirs.",
  isSecret: false,
  isOptional: true,
  when: () => false,
  fault: (text) =>
    languageTag(text) === text
      ? undefined
      : "The setting language names a language as de or de-AT.",
};

function inLanguages(module: ChannelModule): ChannelModule {
  const { setup } = module;
  return {
    ...module,
    setup: { ...setup, fields: [...setup.fields, LANGUAGE] },
    async open({ language, ...settings }, ports) {
      const wrong = language === undefined ? undefined : LANGUAGE.fault?.(String(language));
      if (wrong !== undefined) throw new EarshotError("INVALID_INPUT", wrong);
      return await module.open(settings, ports);
    },
  };
}
