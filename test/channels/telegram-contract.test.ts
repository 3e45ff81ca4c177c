import { describe } from "vitest";
import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { takeShare } from "../support/share.ts";
import { createTelegramWorld } from "../support/telegram/telegram-world.ts";

// Telegram does not tell who is a guest: only the link tells who may decide.
const TRAITS = { foreigners: [] } as const;

describeChannel("Telegram with polling", () => createTelegramWorld({ mode: "polling" }), TRAITS);
describe("by its other way", () => {
  takeShare("ways");
  describeChannel(
    "Telegram with a webhook",
    () => createTelegramWorld({ mode: "webhook" }),
    TRAITS,
  );
});
