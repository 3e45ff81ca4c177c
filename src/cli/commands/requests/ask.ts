import { readFileSync } from "node:fs";
import { Option } from "commander";
import { newIdempotencyKey } from "../../../client/idempotency-key.ts";
import { EarshotError } from "../../../domain/errors.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { present } from "../../../domain/present.ts";
import { answerFromText } from "../../../domain/requests/answer-from-text.ts";
import type { Form } from "../../../domain/requests/question.ts";
import type { Waited } from "../../../domain/requests/request.ts";
import { whyRefused } from "../../../domain/why-refused.ts";
import { addEvidence, type EvidenceOptions, evidenceOf } from "../../authority/read-evidence.ts";
import { addCommand, type CommandModule, collect, duration } from "../../terminal/command.ts";
import type { Output } from "../../terminal/output.ts";
import { printOutcome, waitAndPrint } from "../../terminal/wait-and-print.ts";

interface AskOptions extends EvidenceOptions {
  readonly option?: readonly string[];
  readonly several?: boolean;
  readonly form?: string;
  readonly default?: string;
  readonly context?: string;
  readonly to?: readonly string[];
  readonly conversation?: string;
  readonly expires?: number;
  readonly expiresFrom?: "asking" | "delivery";
  readonly notify?: string;
  readonly hold?: number;
}

export const ask: CommandModule = {
  define: (program) =>
    addEvidence(
      addCommand(program, {
        usage: "ask <text>",
        summary: "Ask a person and wait for the answer",
        changes: true,
        more: "Prints only the answer on standard output. Without --hold it waits until the question closes, however often the server is away meanwhile. Who asks the same again while it is open asks people again, and is told of the first; one --idempotency-key asks once.",
        examples: [
          'npx earshot ask "Which pattern first: A, B or C?"',
          'npx earshot ask "Which database?" --option staging --option production',
          'npx earshot ask "Ship it?" --option yes --option no --hold 10m',
          'npx earshot ask "Where to?" --form form.json --expires 8h',
        ],
      })
        .option("--option <label>", "an answer to choose from; repeatable", collect)
        .option("--several", "more than one option may be chosen")
        .option("--form <file>", "a form: JSON Schema of an object, in a file")
        .option("--default <text>", "an answer to offer; never applied by itself")
        .option("--context <text>", "background, shown apart from the question")
        .option(
          "--to <operator>",
          "who is asked: a name, or role:owner; repeatable; any operator where absent",
          collect,
        )
        .option("--conversation <id>", "where it belongs; the agent's own where absent")
        .option("--expires <duration>", "expires then: 45s, 10m, 8h; never where absent", duration)
        .addOption(
          new Option("--expires-from <moment>", "when that time begins").choices([
            "asking",
            "delivery",
          ]),
        )
        .option("--notify <url>", "call this URL once it has closed; see subscriptions")
        .option("--hold <duration>", "wait at most so long; 0 parks it at once, exit 75", duration),
      "what people are shown with it",
    ),

  async run(context, command) {
    const [text] = command.processedArgs as [string];
    const options = command.opts<AskOptions>();
    const fault = usageFault(options);
    if (fault !== undefined) command.error(`error: ${fault}`);
    const form = formOf(options);
    const earshot = context.connectAs("agent");
    const input = {
      text,
      form,
      ...(await evidenceOf(options)),
      ...present({
        default: options.default === undefined ? undefined : answerFromText(form, options.default),
        context: options.context,
        to: options.to,
        conversation:
          options.conversation === undefined
            ? undefined
            : (options.conversation as `cnv_${string}`),
        expiresInMs: options.expires,
        expiresFrom: options.expiresFrom,
        notify: options.notify === undefined ? undefined : { url: options.notify },
      }),
    };
    const asked = await earshot.ask(input, {
      idempotencyKey: newIdempotencyKey(),
      ...context.call,
    });
    const { id } = asked.request;
    if (asked.outcome !== "pending" || options.hold === 0) {
      const code = printOutcome(context.output, asked, { isJson: context.options.json === true });
      noteAgain(context.output, asked);
      return code;
    }
    context.output.note(context.output.style.dim(`Asked as ${id}; waiting for the answer …`));
    noteAgain(context.output, asked);
    return await waitAndPrint(context, earshot, { id, holdMs: options.hold });
  },
};

/** People see both: who only wanted to go on waiting has to know that there is another. */
function noteAgain(output: Output, { request: { id }, askedBefore: before }: Waited): void {
  if (before === undefined) return;
  output.note(
    `You have asked the same before: ${before} is open too, and npx earshot wait ${before} picks it up. npx earshot cancel ${id} takes this one back; --idempotency-key asks once.`,
  );
}

/** What is wrong with the options together, each of which may be right. */
function usageFault({ option, several, form }: AskOptions): string | undefined {
  if (form !== undefined && option !== undefined)
    return "Give either --option or --form, not both.";
  if (several === true && option === undefined) return "--several wants options to choose from.";
  return undefined;
}

function formOf({ option, several, form }: AskOptions): Form {
  if (form !== undefined) return { kind: "fields", schema: readSchema(form) };
  if (option === undefined) return { kind: "text" };
  const options = option.map((label) => ({ label }));
  return several === true ? { kind: "choices", options } : { kind: "choice", options };
}

function readSchema(file: string): JsonObject {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The form in ${file} cannot be read as JSON: ${whyRefused(cause)}.`,
      { cause },
    );
  }
}
