import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { createSlackWorld } from "../support/slack/slack-world.ts";

describeChannel("Slack over HTTP", () => createSlackWorld({ mode: "http" }));
