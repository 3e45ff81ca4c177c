import type { JsonObject } from "../../domain/json.ts";
import type { Channel, ChannelPorts } from "../../ports/channels/channel.ts";
import { createWebhook } from "./create-webhook.ts";
import type { Resolve } from "./guarded-lookup.ts";
import { webhookSettings } from "./settings.ts";
import { createSigner } from "./signer.ts";

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
