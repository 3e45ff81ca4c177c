import { z } from "zod";
import { Timestamp } from "./values.ts";

/* How people answered, as figures. */

const LevelOrQuestion = z.enum(["LOW", "MEDIUM", "HIGH", "CRITICAL", "QUESTION"]);

const ToolOutcomes = z
  .strictObject({
    tool: z.string(),
    level: LevelOrQuestion,
    answered: z.int(),
    approved: z.int(),
    edited: z.int().meta({ description: "How many of the approved ones had other arguments." }),
    rejected: z.int(),
    responded: z.int(),
    expired: z.int(),
    cancelled: z.int(),
  })
  .meta({ id: "ToolOutcomes" });

const DwellBucket = z.strictObject({
  fromMs: z.number(),
  toMs: z.number().optional(),
  count: z.int(),
});

const Haste = z
  .strictObject({
    name: z.string().meta({ description: "A level, `QUESTION`, a tool, or an agent's name." }),
    decided: z.int(),
    underTwoSeconds: z.int(),
  })
  .meta({ id: "Haste", description: "How often one person decided, and how often in under 2 s." });

const TestShare = z
  .strictObject({ caught: z.int(), of: z.int() })
  .meta({ description: "How many planted test requests were caught, of those that were decided." });

export const Insights = z
  .strictObject({
    since: Timestamp,
    newest: z.int().optional().meta({
      description:
        "Only this many of the newest were counted; `since` is when the oldest of these was asked.",
    }),
    answerTimes: z.array(
      z.strictObject({
        level: LevelOrQuestion,
        count: z.int(),
        ms: z.array(z.number()).meta({ description: "Quantiles 0, 0.01 … 1." }),
      }),
    ),
    outcomes: z.array(ToolOutcomes),
    interruptions: z.array(z.strictObject({ at: Timestamp, count: z.int() })),
    dwell: z.strictObject({
      decided: z.int(),
      underTwoSeconds: z.int(),
      buckets: z.array(DwellBucket),
    }),
    tests: TestShare.extend({ people: z.int() })
      .optional()
      .meta({ description: "For owners: of all people together, if they are at least five." }),
    mine: z
      .strictObject({
        byLevel: z.array(Haste),
        byTool: z.array(Haste),
        byAgent: z.array(Haste),
        tests: TestShare.optional(),
      })
      .meta({ description: "Your own share of `dwell`, so that you see your own habit." }),
  })
  .meta({ id: "Insights", description: "How people answered within the last days." });
