import { newIdempotencyKey } from "../../../client/idempotency-key.ts";
import { inTime } from "../../../domain/in-words.ts";
import { REJECTION_STANDS_MS } from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import type { AuthorizeInput } from "../../../ports/earshot/authority.ts";
import { addEvidence, type EvidenceOptions, evidenceOf } from "../../authority/read-evidence.ts";
import { readObject } from "../../authority/read-object.ts";
import { readResources } from "../../authority/read-resources.ts";
import { addCommand, type CommandModule, collect, duration } from "../../terminal/command.ts";
import { printOutcome, waitAndPrint } from "../../terminal/wait-and-print.ts";

interface AuthorizeOptions extends EvidenceOptions {
  readonly tool: string;
  readonly args: string;
  readonly reason: string;
  readonly for?: string;
  readonly to?: readonly string[];
  readonly session?: string;
  readonly schema?: string;
  readonly secret?: readonly string[];
  readonly resource?: readonly string[];
  readonly expires?: number;
  readonly notify?: string;
  readonly hold?: number;
}

export const authorize: CommandModule = {
  define: (program) =>
    addEvidence(
      addCommand(program, {
        usage: "authorize",
        summary: "Seek an authorization for an action and wait for the decision",
        changes: true,
        more: `Exits 0 once it is approved, 10 where it is rejected, 11 where it has expired. It approves nothing by itself: run the action only after npx earshot redeem, with the arguments that prints. The same action joins the authorization that is open for it, or approved and not used yet; for ${inTime(REJECTION_STANDS_MS)} after a rejection it gets that rejection, and nobody is asked.`,
        examples: [
          `npx earshot authorize --tool delete_user_data --args '{"user_id":"user123"}' --reason "Asked for by the customer"`,
          "npx earshot authorize --tool deploy --args @deploy.json --resource build.tar.gz --reason Release --hold 10m",
          `npx earshot authorize --tool call_api --args - --secret /token --reason "Renew the lease" < args.json`,
        ],
      })
        .requiredOption("--tool <name>", "the tool that is to run")
        .requiredOption(
          "--args <json>",
          "its arguments: a JSON object, @file, or - for standard input",
        )
        .requiredOption("--reason <text>", "why; people see it as the agent's words")
        .option("--for <name>", "on whose behalf; never proof of who decides")
        .option(
          "--to <operator>",
          "only this one, or role:owner, of those who may decide; repeatable",
          collect,
        )
        .option("--session <name>", "the run of the agent that this belongs to")
        .option("--schema <file>", "JSON Schema that edited arguments have to fit, in a file")
        .option(
          "--secret <pointer>",
          "an argument that nobody is shown, by JSON Pointer; repeatable",
          collect,
        )
        .option(
          "--resource <file>",
          "a file that has to be the same when the action runs; repeatable",
          collect,
        )
        .option(
          "--expires <duration>",
          "how long people may take; the policy's where absent",
          duration,
        )
        .option("--notify <url>", "call this URL once it has closed; see subscriptions")
        .option("--hold <duration>", "wait at most so long; 0 parks it at once, exit 75", duration),
      "what people are shown with it, and what has to be the same when it runs",
    ),

  async run(context, command) {
    const options = command.opts<AuthorizeOptions>();
    const input = await inputOf(options);
    const earshot = context.connectAs("agent");
    const sought = await earshot.authorize(input, {
      idempotencyKey: newIdempotencyKey(),
      ...context.call,
    });
    const { id } = sought.request;
    if (sought.joined === true && options.hold === 0) context.output.note(`Joined ${id}.`);
    if (sought.outcome !== "pending" || options.hold === 0) {
      return printOutcome(context.output, sought, { isJson: context.options.json === true });
    }
    const told = `${sought.joined === true ? "Joined" : "Asked as"} ${id}; waiting for the decision …`;
    context.output.note(context.output.style.dim(told));
    return await waitAndPrint(context, earshot, { id, holdMs: options.hold });
  },
};

async function inputOf(options: AuthorizeOptions): Promise<AuthorizeInput> {
  const { tool, reason, session, to, schema, secret, resource, expires } = options;
  return {
    tool,
    args: await readObject("--args", options.args),
    reason,
    ...(await evidenceOf(options)),
    ...present({
      onBehalfOf: options.for,
      to,
      session,
      argsSchema: schema === undefined ? undefined : await readObject("--schema", `@${schema}`),
      secrets: secret,
      resources: resource === undefined ? undefined : readResources(resource),
      expiresInMs: expires,
      notify: options.notify === undefined ? undefined : { url: options.notify },
    }),
  };
}
