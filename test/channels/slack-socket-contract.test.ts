import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { createSlackWorld } from "../support/slack/slack-world.ts";

describeChannel("Slack over a socket", () => createSlackWorld({ mode: "socket" }));
