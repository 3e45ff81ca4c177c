import { z } from "zod";
import { ARG_ROLES } from "../../domain/authority/arg-roles.ts";
import { HAZARD_KINDS } from "../../domain/hazards/hazard.ts";

/* What the inbox says of an action beside the action itself. */

export const Decisive = z
  .strictObject({
    args: z.array(
      z.strictObject({
        at: z.string().meta({ description: "Its JSON Pointer; long keys are cut." }),
        role: z.enum(ARG_ROLES).meta({ description: "What it is for, by its name." }),
        value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional().meta({
          description:
            "A text is cut in its middle. Absent for a secret and for what is no single value.",
        }),
        end: z.string().optional().meta({ description: "Of a text that is cut: its end." }),
        left: z.int().optional().meta({ description: "How many characters are left out." }),
        currency: z.string().optional().meta({ description: "Of an amount." }),
        entries: z.int().optional().meta({
          description: "Of a list, how many entries it has; `value` is the first.",
        }),
        isSecret: z.literal(true).optional(),
      }),
    ),
    more: z.int().meta({ description: "How many other arguments there are." }),
  })
  .meta({
    id: "Decisive",
    description:
      "At most five arguments that say most of what an action does: what a rule names, then where it happens, what is run, amounts, whom it reaches, and what the schema marks. For an overview, not for a decision.",
  });

export const Hazard = z
  .strictObject({
    kind: z.enum(HAZARD_KINDS),
    what: z.string().meta({
      description: "What shows it, such as `rm -rf` or the name of a table; can be empty.",
    }),
  })
  .meta({
    id: "Hazard",
    description:
      "What stands out in the commands, statements and mail addresses of an action. It only warns: where none is told, nothing is said about the action.",
  });

export const Difference = z.strictObject({
  pointer: z
    .string()
    .meta({ description: "JSON Pointer of an argument, or a name such as `reason`." }),
  count: z.int().meta({ description: "How many different values there are." }),
  values: z.array(z.string()).meta({
    description: "As JSON, one for each in order, cut if long; none for secrets.",
  }),
});

export const Precedent = z
  .strictObject({
    count: z.int().meta({ description: "How many of the last it is like, at most five." }),
    approved: z.int(),
    edited: z.int().meta({ description: "How many of the approved ones had other arguments." }),
    rejected: z.int(),
    own: z.int().meta({ description: "How many of them you decided." }),
    differs: z.array(Difference).meta({
      description:
        "Where it differs from any of them, at most three places; the first value is its own.",
    }),
  })
  .meta({
    id: "Precedent",
    description:
      "How an open authorization stands to the last ones of its agent and tool that people decided. It decides nothing.",
  });
