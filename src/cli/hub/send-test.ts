import { EarshotError } from "../../domain/errors.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import { systemClock } from "../../system/clock.ts";
import { createIds } from "../../system/ids.ts";
import { type ChannelToOpen, withChannel } from "./open-channel.ts";

/** Posts one message with nothing to decide in it. CHANNEL_UNAVAILABLE says why it failed. */
export async function sendTest(
  given: ChannelToOpen,
  chatId: string,
  saved = "Nothing was saved.",
): Promise<void> {
  const post = {
    key: createIds(systemClock).next("dlv"),
    address: { channel: given.kind, chatId },
    content: {
      subject: "Earshot reaches you here",
      blocks: [
        { kind: "title", text: "Earshot reaches you here" },
        { kind: "note", text: "This is a test. There is nothing to do." },
      ],
      controls: [],
    },
  } as const;
  try {
    await withChannel(given, (channel) => channel.post(post));
  } catch (cause) {
    if (!isChannelError(cause)) throw cause;
    throw new EarshotError(
      "CHANNEL_UNAVAILABLE",
      `The test message was not sent: ${cause.message} ${saved}`,
      { details: { channel: given.kind, kind: cause.kind }, cause },
    );
  }
}
