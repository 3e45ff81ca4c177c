import { readFileSync } from "node:fs";
import type { Command } from "commander";
import type { EarshotClient } from "../../../client/client.ts";
import { EarshotError } from "../../../domain/errors.ts";
import type { ConversationId, MessageId } from "../../../domain/id.ts";
import type { Json } from "../../../domain/json.ts";
import { present } from "../../../domain/present.ts";
import { whyRefused } from "../../../domain/why-refused.ts";
import type { LiaisonReply } from "../../../ports/earshot/liaison.ts";
import { readJson } from "../../authority/read-object.ts";
import { type AttachOptions, addAttach, attachmentsOf } from "../../liaison/attached-files.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { connect } from "../../terminal/connect.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

/* What a worker says of its task. Without a key of its own it is an owner who reports for it. */

export interface ReportOptions {
  readonly key?: string;
}

interface WorkOptions extends ReportOptions, AttachOptions {
  readonly answers?: string;
  readonly result?: string;
  readonly resultFile?: string;
}

export function addKey(command: Command): Command {
  return command.option(
    "--key <key>",
    "the worker's key, if not EARSHOT_KEY; else the operator's of the folder reports for it",
  );
}

export function withKey(context: RunContext, { key }: ReportOptions): EarshotClient {
  if (key === undefined) return context.connectAs("operator");
  const environment = { ...context.environment, key };
  return connect({ dataFolder: context.options.data, environment, as: "operator" });
}

export const reportProgress: CommandModule = {
  define: (liaison) =>
    addKey(
      addCommand(liaison, {
        usage: "progress",
        summary: "Tell how far a task is, as its worker",
        changes: true,
        examples: [
          'npx earshot liaison progress cnv_01j… "the data is loaded"',
          `npx earshot liaison progress cnv_01j… "a first chart" --result '{"chart":"bar"}'`,
          'npx earshot liaison progress cnv_01j… "from the sales table" --answers msg_01j…',
        ],
      })
        .addArgument(idArgument("cnv"))
        .argument("<status>", "how far it is, in a sentence"),
    )
      .option("--result <json>", "what there is to show: JSON, @file, or - for standard input")
      .option("--answers <id>", "the person's question that this answers, as in the event of it"),

  async run(context, command) {
    const [id, status] = command.processedArgs as [ConversationId, string];
    const options = command.opts<WorkOptions>();
    const given =
      options.result === undefined ? {} : { result: await readJson("--result", options.result) };
    const answers = options.answers as MessageId | undefined;
    const input = { conversation_id: id, status, ...given, ...present({ answers }) };
    const reply = await withKey(context, options).taskProgress(input, context.call);
    return printed(context, reply, `Told: ${id} is in ${reply.phase}.`);
  },
};

export const completeTask: CommandModule = {
  define: (liaison) =>
    addAttach(
      addKey(
        addCommand(liaison, {
          usage: "complete",
          summary: "Hand over what came of a task, as its worker; the person is asked about it",
          changes: true,
          examples: [
            'npx earshot liaison complete cnv_01j… "The dashboard is at http://intranet/sales"',
            "npx earshot liaison complete cnv_01j… --result-file report.md",
            "npx earshot liaison complete cnv_01j… --result @dashboard.json",
            'npx earshot liaison complete cnv_01j… "The figures of June" --attach chart.png',
          ],
        })
          .addArgument(idArgument("cnv"))
          .argument("[text]", "the result, in words"),
      ),
    )
      .option("--result <json>", "the result as JSON, @file, or - for standard input")
      .option("--result-file <file>", "the result is the text of this file"),

  async run(context, command) {
    const [id, text] = command.processedArgs as [ConversationId, string | undefined];
    const options = command.opts<WorkOptions>();
    const given = [text, options.result, options.resultFile].filter((one) => one !== undefined);
    if (given.length !== 1) {
      return command.error("error: Give the result once: as text, with --result or --result-file.");
    }
    const input = {
      conversation_id: id,
      task_result: await resultOf(text, options),
      ...attachmentsOf(options),
    };
    const reply = await withKey(context, options).taskCompleted(input, context.call);
    return printed(context, reply, `Handed over: ${id} is in ${reply.phase}.`);
  },
};

async function resultOf(
  text: string | undefined,
  { result, resultFile = "" }: WorkOptions,
): Promise<Json> {
  if (text !== undefined) return text;
  return result === undefined ? textOf(resultFile) : await readJson("--result", result);
}

function textOf(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The file ${file} cannot be read as text: ${whyRefused(cause)}.`,
      { cause },
    );
  }
}

function printed({ output, options }: RunContext, reply: LiaisonReply, note: string): number {
  if (options.json === true) output.json(reply);
  else output.note(note);
  return EXIT_CODES.answered;
}
