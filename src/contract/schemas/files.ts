import { z } from "zod";
import { inBytes } from "../../domain/in-words.ts";
import { MAX_CONTENT_BYTES } from "../../domain/limits.ts";
import { ContentDigest } from "./values.ts";

/* Files that people give, on the wire. */

export const fileGiven = {
  name: z.string().min(1).max(1_024).meta({ description: "A path before it is dropped." }),
  media_type: z.string().max(256).optional().meta({
    description: "Types that a browser would run count as `application/octet-stream`.",
  }),
  content: z
    .string()
    .max(Math.ceil(MAX_CONTENT_BYTES / 3) * 4)
    .meta({ description: `The bytes in base64, at most ${inBytes(MAX_CONTENT_BYTES)}.` }),
};

export const fileFacts = {
  name: z.string().meta({ description: "Without a path." }),
  media_type: z.string(),
  size: z.int().meta({ description: "In bytes." }),
  digest: ContentDigest.meta({ description: "SHA-256 of the bytes." }),
};

export const AnswerFile = z
  .strictObject(fileFacts)
  .meta({ id: "AnswerFile", description: "A file as an answer names it." });
