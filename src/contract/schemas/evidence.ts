import { z } from "zod";
import { EVIDENCE_KINDS, PLAIN_KINDS } from "../../domain/evidence/evidence.ts";
import { LINE_SIGNS } from "../../domain/evidence/evidence-view.ts";
import { inBytes } from "../../domain/in-words.ts";
import { MAX_CONTENT_BYTES, MAX_EVIDENCE, MAX_EVIDENCE_BYTES } from "../../domain/limits.ts";
import type { GivenContent as GivenContentText } from "../../ports/earshot/evidence.ts";
import { fileFacts } from "./files.ts";
import { ContentDigest, Json } from "./values.ts";

/* What an agent lays before people beside its words, on the wire. */

const name = z.string().min(1).max(1_024).meta({ description: "A path or a title." });
const amount = z.union([z.string(), z.number()]);

const GivenContent = z
  .union([
    z.strictObject({
      text: z.string().max(MAX_CONTENT_BYTES).optional(),
      base64: z
        .string()
        .max(Math.ceil(MAX_CONTENT_BYTES / 3) * 4)
        .optional()
        .meta({ description: "In place of the text." }),
    }) as unknown as z.ZodType<Exclude<GivenContentText, string>>,
    ContentDigest,
  ])
  .meta({
    id: "GivenContent",
    description: `A content of at most ${inBytes(MAX_CONTENT_BYTES)}; at a redemption its digest is enough.`,
  });

const EvidenceInput = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("file"),
      name,
      before: GivenContent.nullable().meta({ description: "Null for a new file." }),
      after: GivenContent.nullable().meta({ description: "Null for one that goes." }),
    }),
    z.strictObject({
      kind: z.literal("sql"),
      name,
      content: GivenContent,
      params: Json.optional().meta({ description: "Typed values, by position or by name." }),
    }),
    z.strictObject({
      kind: z.literal("plan"),
      name,
      content: GivenContent.meta({ description: "The plan as JSON, as Terraform shows it." }),
      file: ContentDigest.optional().meta({ description: "Of the plan file that is applied." }),
    }),
    z.strictObject({
      kind: z.literal("payment"),
      name,
      amount: amount.meta({ description: "As the argument has it." }),
      currency: z.string().optional(),
      payee: amount,
    }),
    z.strictObject({ kind: z.enum(PLAIN_KINDS), name, content: GivenContent }),
  ])
  .meta({
    id: "EvidenceInput",
    description: "What people are shown beside the words of an agent.",
  });

export const evidenceGiven = z
  .array(EvidenceInput)
  .max(MAX_EVIDENCE)
  .optional()
  .meta({
    description: `What people are shown with it: changes of files, patches, SQL, plans, mails, payments, images and files; at most ${inBytes(MAX_EVIDENCE_BYTES)} together.`,
  });

const ArgumentFact = z
  .strictObject({ at: z.string(), value: amount })
  .meta({ id: "ArgumentFact", description: "A value of the arguments, and its JSON Pointer." });

const Evidence = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("file"),
      name: z.string(),
      before: ContentDigest.nullable(),
      after: ContentDigest.nullable(),
    }),
    z.strictObject({
      kind: z.literal("sql"),
      name: z.string(),
      digest: ContentDigest,
      params: Json.optional(),
    }),
    z.strictObject({
      kind: z.literal("plan"),
      name: z.string(),
      digest: ContentDigest,
      file: ContentDigest.optional(),
    }),
    z.strictObject({
      kind: z.literal("payment"),
      name: z.string(),
      amount: ArgumentFact,
      currency: ArgumentFact.optional(),
      payee: ArgumentFact,
    }),
    z.strictObject({ kind: z.enum(PLAIN_KINDS), name: z.string(), digest: ContentDigest }),
  ])
  .meta({ id: "Evidence", description: "What people are shown, by what it binds." });

export const evidenceBound = z.array(Evidence).optional().meta({
  description: "What people are shown with it, by digests; `showEvidence` reads it.",
});

export const EvidenceView = z
  .strictObject({
    kind: z.enum(EVIDENCE_KINDS),
    name: z.string(),
    heading: z.string().meta({ description: "What it is, in words, with counts." }),
    warnings: z.array(z.string()).meta({ description: "Said before anything else." }),
    facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
    lines: z.array(
      z.strictObject({
        sign: z.enum(LINE_SIGNS).meta({
          description: "`+` is added, `-` removed; `#` is a heading of the lines below it.",
        }),
        text: z.string(),
      }),
    ),
    more: z.int().meta({ description: "How many lines are left out here." }),
    files: z.array(
      z.strictObject({
        role: z.enum(["before", "after", "content"]),
        ...fileFacts,
      }),
    ),
  })
  .meta({
    id: "EvidenceView",
    description: "Evidence as people are shown it: nothing in it hides or obeys.",
  });
