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
    id: z.string().meta({ description: "Of the row; never its words." }),
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
    summary: "Find what the record holds about a person or a case, and erase it where told to",
    input: z.strictObject({
      about: z.string().max(200).optional().meta({
        description: "All that names it, in upper or lower case; 3 characters or more.",
      }),
      person: z.string().max(200).optional().meta({
        description:
          "Name of an operator who was removed: what they said, and their name wherever it stands.",
      }),
      take: z.boolean().optional().meta({ description: "Erase; where absent it is only looked." }),
      close: z.boolean().optional().meta({
        description: "Close first what is open. Without it nothing is taken while something is.",
      }),
      after: z.string().max(4_096).optional().meta({
        description: "`next` of the call before: a call goes through a part of the record.",
      }),
    }),
    output: z.strictObject({
      found: z.array(FoundWords),
      next: z.string().optional().meta({ description: "Absent at the end." }),
      left: z.array(z.string()).optional().meta({
        description: "At the end of what was taken: what no call reaches, and until when.",
      }),
    }),
  },
} as const satisfies Record<string, OperationText>;
