import { z } from "zod";
import { WORDS_STATES } from "../../ports/earshot/erasure.ts";
import { WORDS_PLACES } from "../../ports/earshot/words.ts";
import type { OperationText } from "../schemas/operation.ts";

const PostedCopy = z.strictObject({
  channel: z.string(),
  chatId: z.string(),
  messageId: z.string(),
});

const FoundWords = z
  .strictObject({
    place: z.enum(WORDS_PLACES),
    id: z.string().meta({ description: "Id of the row; never its words." }),
    state: z.enum(WORDS_STATES).meta({
      description:
        "`due`: it would be taken. `open`: it is only taken once it is closed. `stays`: `why` says what takes it.",
    }),
    why: z.string().optional(),
    posts: z.array(PostedCopy).optional().meta({
      description: "Copies on platforms, which only people can delete there.",
    }),
  })
  .meta({ id: "FoundWords", description: "One place in which a person or a case is named." });

export const ERASURES = {
  eraseMatter: {
    summary: "Find what the record holds about a person or a case, and erase it on request",
    input: z.strictObject({
      about: z.string().max(200).optional().meta({
        description: "Everything that contains this, in upper or lower case; 3 characters or more.",
      }),
      person: z.string().max(200).optional().meta({
        description: "Name of a removed operator: everything they said, and their name everywhere.",
      }),
      take: z.boolean().optional().meta({ description: "Erase; if absent, it only looks." }),
      close: z.boolean().optional().meta({
        description:
          "First close what is open. Otherwise nothing is erased while something is open.",
      }),
      after: z.string().max(4_096).optional().meta({
        description: "`next` of the call before: a call goes through a part of the record.",
      }),
    }),
    output: z.strictObject({
      found: z.array(FoundWords),
      next: z.string().optional().meta({ description: "Absent at the end." }),
      left: z.array(z.string()).optional().meta({
        description: "At the end: what no call can erase, and how long it will exist.",
      }),
    }),
  },
} as const satisfies Record<string, OperationText>;
