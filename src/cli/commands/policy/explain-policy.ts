import { ENGLISH } from "../../../channels/console/voice.ts";
import type { RequestId } from "../../../domain/id.ts";
import type { RuleReason } from "../../../domain/policy/explained.ts";
import type { ExplainedRequest } from "../../../ports/earshot/policy-reasons.ts";
import { reasonWords } from "../../../render/reason-words.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { type AskedAbout, askAbout } from "../../policy/ask-about.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const NAME_WIDTH = 80;

interface ExplainOptions {
  readonly tool?: string;
  readonly args?: string;
  readonly agent?: string;
  readonly policy?: string;
}

export const explainPolicy: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "explain",
      summary:
        "Say rule by rule why a request was asked, allowed or refused, or an action would be",
      more: "Of a request, by its id, what the policy and the arguments said that it was judged with, up to the rule that decided, down to the part of a condition that was false or failed. Of an action, by --tool and --args, the same of the policy in force or of a file. Secret arguments are told to nobody. Nothing is asked of people and nothing is changed.",
      examples: [
        "npx earshot policy explain req_01j…",
        `npx earshot policy explain --tool transfer --args '{"amount":5000}'`,
        `npx earshot policy explain --policy earshot.yaml --tool transfer --args '{"amount":5000}'`,
      ],
    })
      .addArgument(idArgument("req", "[id]"))
      .option("--tool <name>", "the tool of an action")
      .option("--args <json>", "its arguments: a JSON object, @FILE, or - for standard input")
      .option("--agent <name>", "the agent; one that no rule names where absent")
      .option("--policy <file>", "a policy file; the policy in force where absent"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId | undefined];
    const { tool, args: given, agent, policy: file } = command.opts<ExplainOptions>();
    const isOfAction = [tool, given, agent, file].some((one) => one !== undefined);
    if (id !== undefined && !isOfAction) return await tellRequest(context, id);
    if (id === undefined && tool !== undefined && given !== undefined) {
      return await tellAction(context, { tool, given, agent, file });
    }
    return command.error("error: give the id of a request, or an action by --tool and --args");
  },
};

async function tellRequest(
  { output, options, connectAs }: RunContext,
  id: RequestId,
): Promise<number> {
  const told = await connectAs("operator").explainRequest({ id });
  if (options.json === true) output.json(told);
  else {
    for (const line of [headLine(told), ...told.rules.flatMap(reasonLines)]) output.line(line);
    for (const note of notesOf(told)) output.note(note);
  }
  return EXIT_CODES.answered;
}

async function tellAction(context: RunContext, action: AskedAbout): Promise<number> {
  const { output, options } = context;
  const told = await askAbout(context, action);
  const head = `${told.outcome}, by ${named(told.demand.rule)}`;
  if (options.json === true) output.json(told);
  else for (const line of [head, ...told.rules.flatMap(reasonLines)]) output.line(line);
  return EXIT_CODES.answered;
}

/** One line where there is one thing to know, otherwise each on its own. */
function reasonLines(reason: RuleReason): readonly string[] {
  const { found, lines } = reasonWords(reason, ENGLISH.words);
  const head = `  ${named(reason.rule)} ${found}`;
  const [only] = lines;
  if (lines.length === 1) return [`${head}: ${only}`];
  return [`${head}:`, ...lines.map((line) => `    ${line}`)];
}

function headLine({ request, outcome, rule, revision, at, isInForce }: ExplainedRequest): string {
  const standing = isInForce ? "in force" : "no more in force";
  return `${request}: ${outcome}, by ${named(rule)} of revision ${revision}, ${standing}, at ${at}`;
}

const UNKNOWN: Readonly<Record<NonNullable<ExplainedRequest["unknown"]>, string>> = {
  erased: "Its arguments were erased, so no rule can be held against them.",
  not_held: "The record does not hold that policy, so nothing can be said of its rules.",
  unreadable:
    "This version cannot read that policy any more. See it with npx earshot policy show --revision.",
};

function notesOf({ unknown, anew, tool }: ExplainedRequest): readonly string[] {
  return [
    ...(unknown === undefined ? [] : [UNKNOWN[unknown]]),
    ...(anew === undefined
      ? []
      : [
          `Judged again, the rules say ${anew.outcome}, by ${named(anew.rule)}: what they had counted, or what stands beside them, decided then.`,
        ]),
    ...(tool === undefined
      ? []
      : [
          `Its tool ${tool === "new" ? "is new" : "has changed"}: people are asked, also where a rule allows it.`,
        ]),
  ];
}

function named(rule: string): string {
  return JSON.stringify(oneLine(rule, NAME_WIDTH));
}
