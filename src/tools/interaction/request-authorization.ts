import { z } from "zod";
import { AUTHORIZATION_TOOL } from "../../domain/authority/authorization.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MAX_AUTHORIZATION_EXPIRY_MS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { SECOND_MS } from "../../domain/time.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import { defineTool } from "../registry/define-tool.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";
import { AUTHORIZATION_DATA, AUTHORIZATION_STATUSES } from "./authorization-data.ts";
import { collectGrant } from "./collect-grant.ts";
import { envelopeSchema } from "./envelope.ts";
import { evidence, evidenceOf } from "./evidence.ts";
import { authorizeAndHold, holdOf } from "./hold.ts";
import { idempotencyKey, maxWaitS } from "./parameters.ts";
import { reportAuthorization } from "./report-authorization.ts";

const NOBODY_NAMED = "default";
const MAX_SECRETS = 50;

const Input = z.object({
  tool_name: z.string().describe("The name of the tool that is to run."),
  reason: z.string().describe("Why it has to run, for the people who decide."),
  user_id: z
    .string()
    .default(NOBODY_NAMED)
    .describe("On whose behalf you act; default for nobody in particular. It decides nothing."),
  tool_args: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("All arguments of the tool, exactly as it is to run."),
  session_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("Your name for this run; permissions for one session hold for it."),
  args_schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "JSON Schema of the arguments: they have to fit it, and people cannot change them to others.",
    ),
  secret_args: z
    .array(z.string())
    .max(MAX_SECRETS)
    .optional()
    .describe("JSON Pointers such as /password of arguments that nobody is to see."),
  expires_in_s: z
    .int()
    .min(60)
    .max(MAX_AUTHORIZATION_EXPIRY_MS / SECOND_MS)
    .optional()
    .describe("How long people may take to decide, in seconds; the policy's, mostly one hour."),
  evidence,
  max_wait_s: maxWaitS,
  idempotency_key: idempotencyKey,
});

export const requestAuthorization = defineTool({
  name: AUTHORIZATION_TOOL,
  title: "Request authorization",
  description:
    "Asks for approval of one exact action before you run it: tool, arguments, and why. The policy says who decides. The status authorization_requested means that nobody has decided yet. That is normal and no error: do not ask again; call await_response with the request_id. Run the action only when the result is approved with a grant: once, with exactly the tool_args in the result, which people may have changed. Rejected, expired and cancelled mean that it must not run. Silence is no consent.",
  topics:
    "authorize authorise authorization approve approval approver permission permit permitted allow allowed forbidden may consent sanction license sign-off signoff sign clearance clear agree agreement assent endorse blessing bless nod greenlight green-light go-ahead okay ok confirm confirmation review reviewer gate gatekeeper guard four-eyes second dangerous destructive destroy risky risk sensitive irreversible critical high-stakes delete drop wipe erase purge overwrite remove deploy release publish ship merge push production payment pay spend buy purchase transfer money refund order execute run command shell action grant access privilege escalate privileges sudo root elevated migration transaction database human person user manager boss owner before safeguard",
  input: Input,
  output: envelopeSchema(AUTHORIZATION_STATUSES, AUTHORIZATION_DATA),
  rights: ["ask", "read"],
  annotations: { readOnly: false, repeatable: true, destructive: false, openWorld: true },
  timeoutMs: Number.POSITIVE_INFINITY,
  async execute(input, context) {
    const waited = await authorizeAndHold(soughtBy(input, context), context, {
      holdMs: holdOf(context, input.max_wait_s),
      key: input.idempotency_key,
    });
    const collected = await collectGrant(waited.request, context);
    const reported = collected === undefined ? waited : { ...waited, collected };
    return reportAuthorization(reported, { context });
  },
});

function soughtBy(
  input: z.output<typeof Input>,
  { operators }: ToolExecutionContext,
): Omit<AuthorizeInput, "holdMs"> {
  const { tool_name, reason, user_id, tool_args, session_id, args_schema, secret_args } = input;
  return {
    tool: tool_name,
    args: tool_args as JsonObject,
    reason,
    ...evidenceOf(input.evidence),
    ...present({
      onBehalfOf: user_id === NOBODY_NAMED ? undefined : user_id,
      to: operators,
      session: session_id,
      argsSchema: args_schema === undefined ? undefined : (args_schema as JsonObject),
      secrets: secret_args,
      expiresInMs: input.expires_in_s === undefined ? undefined : input.expires_in_s * 1_000,
    }),
  };
}
