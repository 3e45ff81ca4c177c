import { z } from "zod";
import { inDigits } from "../../domain/in-words.ts";
import { MAX_TRIALS_AT_ONCE } from "../../domain/limits.ts";
import { FOUND, PART_IS, WHYS } from "../../domain/policy/explained.ts";
import { PolicyVerdict } from "./authority.ts";
import { RequestId, Timestamp } from "./values.ts";

/* What crosses the wire about why a rule matches or does not. */

const ExplainedPart = z
  .strictObject({
    text: z.string().meta({ description: "As it is written in the rule." }),
    is: z.enum(PART_IS),
    failed: z.string().optional().meta({ description: "Why it cannot be said." }),
    meant: z.string().optional().meta({ description: "What was probably meant instead." }),
    line: z.int().optional().meta({ description: "In the expression, from 1 on." }),
    column: z.int().optional(),
    values: z.array(
      z
        .strictObject({
          text: z.string(),
          is: z.string().optional().meta({ description: "As JSON; absent if nothing is there." }),
          isSecret: z.literal(true).optional(),
        })
        .meta({ description: "What it was about." }),
    ),
  })
  .meta({ id: "ExplainedPart", description: "A part of a condition, and what it was." });

const RuleReason = z
  .strictObject({
    rule: z.string(),
    decision: z.enum(["ask", "allow", "deny"]),
    found: z.enum(FOUND).meta({
      description: "`spent`: it matches, and its budget has no room for the call.",
    }),
    why: z.strictObject({
      kind: z.enum(WHYS).meta({
        description:
          "`conditions`: what `parts` say. `elsewhere`: it is about other tools or agents. `unnamed`: no condition of it names `argument`. `uncounted`: its budget cannot count the call.",
      }),
      parts: z.array(ExplainedPart),
      argument: z.string().optional(),
    }),
  })
  .meta({ id: "RuleReason", description: "What a rule makes of a call." });

const rules = z.array(RuleReason).meta({
  description: "From the first rule to the one that decides.",
});

export const TestedPolicy = PolicyVerdict.extend({ rules }).meta({
  id: "TestedPolicy",
  description: "What a policy says about an action, and why.",
});

const traffic = z.array(
  z.strictObject({
    rule: z.string(),
    requests: z.int(),
    last: Timestamp.optional().meta({ description: "When an agent last sought such a thing." }),
    lastRequest: RequestId.optional().meta({ description: "The request by which it did." }),
  }),
);

export const PolicyCoverage = z
  .strictObject({
    revision: z.string(),
    examined: z.int().meta({
      description: `Authorizations that were counted, at most ${inDigits(MAX_TRIALS_AT_ONCE)} at once.`,
    }),
    rules: traffic.meta({ description: "Those in force, in their order." }),
    others: traffic.meta({
      description: "`default` where no rule matched, and rules that were there before.",
    }),
    tests: z.array(
      z.strictObject({
        name: z.string(),
        rule: z.string().meta({ description: "The rule that decides it." }),
        fault: z
          .strictObject({ expected: z.string(), actual: z.string() })
          .optional()
          .meta({ description: "Absent where it holds." }),
      }),
    ),
    next: z.string().optional().meta({
      description: "The `cursor` for what was sought earlier; absent where nothing was.",
    }),
  })
  .meta({ id: "PolicyCoverage", description: "How much each rule decides, by its name." });

const outcome = z.enum(["allow", "deny", "ask"]);

export const ExplainedRequest = z
  .strictObject({
    request: RequestId,
    outcome,
    rule: z.string().meta({ description: "The rule that decided, as the record has it." }),
    revision: z.string().meta({ description: "The policy that judged it." }),
    isInForce: z.boolean(),
    at: Timestamp.meta({ description: "The moment as of which it is judged here again." }),
    unknown: z.enum(["erased", "not_held", "unreadable"]).optional().meta({
      description:
        "Why nothing can be said of the rules: it was erased, or that policy is not held or not read any more.",
    }),
    rules,
    anew: z
      .strictObject({ outcome, rule: z.string() })
      .optional()
      .meta({ description: "What these rules say today, where that is otherwise." }),
    tool: z.enum(["changed", "new"]).optional().meta({
      description: "People are asked about such a tool, also where a rule allows it.",
    }),
  })
  .meta({ id: "ExplainedRequest", description: "Why the rules said what they said." });
