import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { createEmailWorld } from "../support/email/email-world.ts";

// Who has the mail's token may be anybody with an address: only the link tells who may decide.
describeChannel("e-mail with an inbound webhook", () => createEmailWorld({ way: "webhook" }), {
  foreigners: ["guest"],
});
