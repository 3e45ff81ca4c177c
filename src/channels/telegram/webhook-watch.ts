import type { ChannelHearing } from "../../ports/channels/channel.ts";
import { RUNNING } from "../../ports/channels/channel-hearing.ts";
import { type Checked, webhookFault } from "./check-telegram.ts";
import { toChannelError } from "./to-channel-error.ts";

/** How old what is known of the webhook may be. */
const LOOK_MS = 20_000;

/**
 * Whether Telegram still calls us: anybody with the token can have it call somebody else, which is
 * nowhere told. Answers at once with what the last look found, and looks again where that is old.
 */
export function createWebhookWatch(checked: Checked): () => ChannelHearing {
  const { api, now } = checked;
  let hears: ChannelHearing = RUNNING;
  let lookedMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    try {
      const info = await api.call((raw) => raw.getWebhookInfo());
      const why = webhookFault(info, checked);
      hears = why === undefined ? RUNNING : { state: "deaf", why };
    } catch (error) {
      const { kind, message } = toChannelError(error);
      // A Telegram that cannot be asked may still call us.
      if (kind === "permanent") hears = { state: "deaf", why: message };
    }
  }

  return () => {
    if (now() - lookedMs >= LOOK_MS) {
      lookedMs = now();
      void look();
    }
    return hears;
  };
}
