import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { createEmailWorld } from "../support/email/email-world.ts";
import { takeShare } from "../support/share.ts";

// All of it is tried by a webhook; only how mail is fetched and sent is another here.
takeShare("ways");

// Who has the mail's token may be anybody with an address: only the link tells who may decide.
describeChannel("e-mail with IMAP", () => createEmailWorld({ way: "imap" }), {
  foreigners: ["guest"],
});
