import { z } from "zod";
import { MESSAGE_FACTS } from "../hub/message-facts.ts";
import { MessageInput } from "../hub/message-input.ts";
import { queueMessage } from "../hub/queue-message.ts";
import { defineTool } from "../registry/define-tool.ts";
import { envelopeSchema, success } from "./envelope.ts";

export const message = defineTool({
  ...MESSAGE_FACTS,
  topics:
    "notify inform chat slack telegram email e-mail mail webhook channel room group thread post note deliver delivery announce announcement broadcast spread word circulate publish share dm direct private team colleague everyone proactive queue send message recipient ops newsletter text ping heads-up fyi everybody all folks group one-way without reply fire forget outbound",
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
