import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { createWebhookWorld } from "../support/webhook/webhook-world.ts";

describeChannel("webhooks", () => createWebhookWorld());
