import { z } from "zod";
import { inBytes } from "../../domain/in-words.ts";
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";

/** A whole message, its files in base64, and what names them. */
export const MOST_CHARACTERS =
  MAX_CONTENT_BYTES + Math.ceil(MAX_ATTACHED_BYTES / 3) * 4 + MAX_ATTACHMENTS * 2_000;

/** As over HTTP; what it comes to is checked where words are taken in. */
export const attachments = z
  .array(
    z.object({
      name: z.string().min(1).max(1_024).describe("What the file is called."),
      media_type: z.string().max(256).optional(),
      content: z
        .string()
        .max(Math.ceil(MAX_CONTENT_BYTES / 3) * 4)
        .describe(`The bytes in base64, at most ${inBytes(MAX_CONTENT_BYTES)}.`),
    }),
  )
  .max(MAX_ATTACHMENTS)
  .optional()
  .describe(
    `Files and pictures that go with it, with at most ${inBytes(MAX_ATTACHED_BYTES)} together.`,
  );
type Attachments = z.infer<typeof attachments>;

export function attached(files: Attachments) {
  const given = files?.map(({ name, content, media_type }) => ({
    name,
    content,
    ...present({ media_type }),
  }));
  return present({ attachments: given });
}
