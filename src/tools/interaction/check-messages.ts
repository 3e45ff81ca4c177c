import { z } from "zod";
import type { MessageId, RequestId } from "../../domain/id.ts";
import { defineTool } from "../registry/define-tool.ts";
import { envelopeSchema, MailItem, NextCall, success } from "./envelope.ts";
import { optionsOf } from "./hold.ts";
import { idsOf, MAX_READ, mailEntries } from "./mail-entries.ts";
import type { MailEntry } from "./mail-item.ts";

const NAME = "check_messages";
const SHOWN = 20;

export const checkMessages = defineTool({
  name: NAME,
  title: "Check messages",
  description:
    "Returns what people have said to you that you have not acknowledged yet, oldest first: answers that came while nobody waited, questions that closed without one, messages from operators. It returns at once. What closed alike within a minute, as when one rejection holds for many, is one message with all request_ids. Everything comes again until you name its id in ack_ids, so nothing is lost when you are interrupted: acknowledge what you have taken in, and never before.",
  topics:
    "inbox mailbox mail post fetch pending come came overnight unread unprocessed processed handled missed miss news new late received receive incoming arrived arrive wrote written say said read reading look acknowledge ack confirm mark seen messages replies answers notifications collect operator people somebody anybody while away absence gone",
  input: z.object({
    ack_ids: z
      .array(z.string())
      .max(100)
      .optional()
      .describe(
        "The ids of what you have taken in; it is acknowledged first and does not come again.",
      ),
    limit: z.int().min(1).max(50).optional().describe("At most so many messages; 20 where absent."),
  }),
  output: envelopeSchema(["success"], {
    messages: z.array(MailItem),
    acknowledged: z.number(),
    instruction: z.string(),
    next: NextCall.optional(),
  }),
  rights: ["read"],
  annotations: { readOnly: false, repeatable: true, destructive: false, openWorld: false },
  async execute({ ack_ids = [], limit = SHOWN }, context) {
    const { earshot } = context;
    const ids = ack_ids as (RequestId | MessageId)[];
    const { acknowledged } =
      ids.length === 0
        ? { acknowledged: 0 }
        : await earshot.acknowledge({ ids }, optionsOf(context));
    const { items, unread } = await earshot.mailbox({ limit: MAX_READ });
    const messages = mailEntries(items).slice(0, limit);
    return success(NAME, { messages, unread, acknowledged, ...whatNext(messages) }, context);
  },
});

function whatNext(messages: readonly MailEntry[]) {
  if (messages.length === 0) {
    return { instruction: "Nothing is waiting for you. What people say is kept until you look." };
  }
  return {
    instruction: "Read these, then acknowledge what you have taken in; the rest comes again.",
    next: {
      tool: NAME,
      arguments: { ack_ids: messages.flatMap(idsOf) },
      guidance: "Call it once you have taken these messages in.",
    },
  };
}
