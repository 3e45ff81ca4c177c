import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { takeShare } from "../support/share.ts";
import { createSlackWorld } from "../support/slack/slack-world.ts";

// All of it is tried over HTTP.
takeShare("ways");

describeChannel("Slack over a socket", () => createSlackWorld({ mode: "socket" }));
