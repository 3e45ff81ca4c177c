import { z } from "zod";
import { LEVELS } from "../../domain/authority/action.ts";
import { APPROVAL_OVERS } from "../../domain/authority/approval-over.ts";
import { ASKED_BACK, NextCall, Person, QUESTION_DATA, QUESTION_STATUSES } from "./envelope.ts";

const PatchStep = z.object({
  op: z.enum(["add", "replace", "remove"]),
  path: z.string(),
  value: z.unknown().optional(),
});

/** The parts of `data` about one authorization. */
export const AUTHORIZATION_DATA = {
  ...ASKED_BACK,
  request_id: z.string(),
  tool_name: z.string(),
  tool_args: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "Once approved, exactly what may run; until then secrets are left out. Absent where nothing runs by the approval any more.",
    ),
  reason: z
    .string()
    .optional()
    .describe("While it is open, yours; then the reason of who rejected or cancelled it."),
  security_level: z.enum(LEVELS),
  user_id: z.string().describe("On whose behalf; default where nobody is named."),
  expires_at: z.string().describe("Until when people may decide."),
  instruction: z.string(),
  digest: z.string().describe("Of the action, as people see it."),
  joined: z.boolean().optional().describe("The same had been asked before: this is that request."),
  undeliverable: z
    .boolean()
    .optional()
    .describe("True where none of the people who were to be asked could be reached."),
  next: NextCall.optional(),
  approved: z
    .boolean()
    .optional()
    .describe("True only together with a grant; false once it was not approved."),
  over: z
    .enum(APPROVAL_OVERS)
    .optional()
    .describe("With status over: why nothing runs by what was approved."),
  arguments_edited: z
    .boolean()
    .optional()
    .describe("Whether people approved other arguments than those you sent."),
  patch: z
    .array(PatchStep)
    .optional()
    .describe("From your arguments to the approved ones, RFC 6902."),
  grant: z.string().optional().describe("Permits the action once; good until grant_expires_at."),
  grant_expires_at: z.string().optional(),
  approved_by: Person.optional(),
  rejected_by: Person.optional(),
  response: z
    .string()
    .optional()
    .describe("With status responded: a person's words in place of what the tool would return."),
  responded_by: Person.optional(),
  notes: z
    .array(z.object({ by: z.string(), text: z.string() }))
    .optional()
    .describe("What those who approved it said beside that."),
  rule: z.string().optional().describe("The rule of the policy that decided, where one did."),
  permission: z.string().optional().describe("The standing permission that approved it."),
  cancelled_by: Person.optional(),
  abandoned_by: Person.optional().describe("Absent where the daily review did."),
  closed_at: z.string().optional(),
};

export const AUTHORIZATION_STATUSES = [
  "authorization_requested",
  "approved",
  "over",
  "rejected",
  "responded",
  "expired",
  "cancelled",
  "abandoned",
] as const;

/** The same for a tool that reports requests of either kind. */
export const REQUEST_DATA = z
  .object({ ...AUTHORIZATION_DATA, ...QUESTION_DATA })
  .partial()
  .extend({
    request_id: z.string(),
    user_id: z.string().describe("The person asked, or on whose behalf it was asked."),
    instruction: z.string(),
  }).shape;

export const REQUEST_STATUSES = [
  ...QUESTION_STATUSES,
  "authorization_requested",
  "approved",
  "over",
  "rejected",
  "responded",
] as const;
