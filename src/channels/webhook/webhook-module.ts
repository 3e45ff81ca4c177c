import { lookup } from "node:dns/promises";
import type { JsonObject } from "../../domain/json.ts";
import type {
  Channel,
  ChannelModule,
  ChannelPorts,
  ChannelSetup,
} from "../../ports/channels/channel.ts";
import { createWebhook } from "./create-webhook.ts";
import type { Resolve } from "./guarded-lookup.ts";
import { settingFault, webhookSettings } from "./settings.ts";
import { createSigner } from "./signer.ts";

const setup: ChannelSetup = {
  steps: [
    "Write or choose a receiver: an https URL that takes CloudEvents signed by Standard Webhooks.",
    'Make a secret, and give it to both sides: echo "whsec_$(openssl rand -base64 32)"',
    "To answer, the receiver posts signed callbacks to /hooks/webhook/callback of this server.",
    "Anybody who has the secret speaks for all people who use the receiver: keep it as you keep a key.",
  ],
  fields: [
    {
      name: "secret",
      label: "Signing secret",
      help: 'It begins with "whsec_" and goes on with base64 of 24 bytes or more.',
      isSecret: true,
      fault: settingFault("secret"),
    },
    {
      name: "callbackUrl",
      label: "Callback URL",
      help: "The URL of /hooks/webhook/callback as the receiver reaches it. Every event names it.",
      isSecret: false,
      isOptional: true,
      fault: settingFault("callbackUrl"),
    },
    {
      name: "allowPrivate",
      label: "Private receivers",
      help: "true lets receivers stand on private networks and be called without TLS.",
      isSecret: false,
      isOptional: true,
      stored: "yes_no",
      when: () => false,
    },
    {
      name: "headers",
      label: "More headers",
      help: 'A JSON object of further headers of each call, such as {"x-key": "…"} for a gateway.',
      isSecret: true,
      isOptional: true,
      stored: "object",
      when: () => false,
    },
  ],
};

const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

export const webhookModule: ChannelModule = {
  kind: "webhook",
  setup,
  open: (settings, ports) => openWebhook(settings, ports, resolveBySystem),
};

/** Opens the channel; `resolve` says where names lead. */
export async function openWebhook(
  settings: JsonObject,
  ports: ChannelPorts,
  resolve: Resolve,
): Promise<Channel> {
  const checked = webhookSettings(settings);
  const { Webhook } = await import("standardwebhooks");
  const signer = createSigner(new Webhook(checked.secret));
  return createWebhook({ settings: checked, signer, ports, resolve });
}
