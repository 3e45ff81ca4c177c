import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { MESSAGE_FACTS } from "../hub/message-facts.ts";
import { MessageInput } from "../hub/message-input.ts";
import { queueMessage } from "../hub/queue-message.ts";
import { envelopeSchema, success } from "./envelope.ts";

export const message = defineTool({
  ...MESSAGE_FACTS,
  topics: [
    ...["notify", "chat", "slack", "telegram", "email", "mail", "webhook", "channel", "post"],
    ...["deliver", "delivery", "announce", "broadcast", "dm", "team", "proactive", "queue"],
  ],
  input: MessageInput,
  output: envelopeSchema(["success"], {
    text: z.string(),
    message_id: z.string(),
    deliveries: z
      .array(z.string())
      .describe("One for each part of it; none where it stands there at once."),
  }),
  async execute(input, context) {
    const { text, message: message_id, deliveries } = await queueMessage(input, context, undefined);
    return success("message", { text, message_id, deliveries: [...deliveries] }, context);
  },
});
