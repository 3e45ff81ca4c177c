import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { createParlourWorld } from "../support/parlour/parlour-world.ts";

describeChannel("the example of a channel from outside", () => createParlourWorld());
