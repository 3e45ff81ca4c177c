import { actorWords, reviewerOf } from "../../../channels/console/closed-line.ts";
import type { RequestId } from "../../../domain/id.ts";
import { answerText, type Question } from "../../../domain/requests/question.ts";
import type { QuestionRequest, Shown } from "../../../domain/requests/request.ts";
import type { RequestDetail } from "../../../ports/earshot/requests.ts";
import { agentTextLines } from "../../../render/terminal-blocks.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { eventLine } from "../../terminal/event-line.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Output } from "../../terminal/output.ts";
import { authorizationLines } from "../../terminal/show-authorization.ts";
import { folderOf } from "../../terminal/with-folder.ts";

export const show: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "show",
      summary: "Show one request with its history",
      examples: ["npx earshot show req_01j…", "npx earshot show req_01j… --json"],
    }).addArgument(idArgument("req")),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const detail = await context.connectAs("operator").show({ id });
    const { output } = context;
    if (context.options.json === true) {
      output.json(detail);
      return EXIT_CODES.answered;
    }
    const folder = folderOf(context.options.data);
    for (const line of linesOf(detail, output, folder)) output.line(line);
    for (const event of detail.history) output.line(eventLine(event, output.style));
    return EXIT_CODES.answered;
  },
};

function linesOf(
  { request, history }: RequestDetail,
  { style, columns }: Output,
  folder: string,
): string[] {
  return request.kind === "question"
    ? requestLines(request, { style, columns })
    : authorizationLines({ request, history, width: columns, folder });
}

function requestLines(
  request: Shown<QuestionRequest>,
  { style, columns }: Pick<Output, "style" | "columns">,
): string[] {
  const { question } = request;
  const said = (name: string, text: string) => [name, ...agentTextLines(text, columns)];
  const offered = (text: string) =>
    text.includes("\n") ? said("default", text) : [field("default", oneLine(text, 200))];
  return [
    `${style.bold(request.id)}  ${request.status}`,
    field("agent", `${oneLine(request.agentName, 80)} (${request.agent})`),
    ...sharingLines(request),
    field("asked", request.createdAt),
    ...(request.expiresAt === undefined ? [] : [field("expires", request.expiresAt)]),
    ...(request.to.length === 0 ? [] : [field("to", request.to.join(", "))]),
    ...said("question", question.text),
    ...(question.context === undefined ? [] : said("context", question.context)),
    ...formLines(question),
    ...(question.default === undefined ? [] : offered(answerText(question.default))),
    ...closingLines(request),
    "",
  ];
}

function sharingLines({ alsoAskedBy = [], behind }: Shown<QuestionRequest>): string[] {
  return [
    ...alsoAskedBy.map(({ id, agentName }) =>
      field("also by", `${oneLine(agentName, 80)} (${id})`),
    ),
    ...(behind === undefined ? [] : [field("answer of", behind)]),
  ];
}

function formLines({ form }: Question): string[] {
  const lines: string[] = [];
  if (form.kind === "choice" || form.kind === "choices") {
    for (const [index, option] of form.options.entries()) {
      lines.push(
        field(index === 0 ? "options" : "", `${index + 1}) ${oneLine(option.label, 200)}`),
      );
    }
  }
  if (form.kind === "fields") lines.push(field("form", oneLine(JSON.stringify(form.schema), 400)));
  return lines;
}

function closingLines(request: Shown<QuestionRequest>): string[] {
  switch (request.status) {
    case "open":
      return [];
    case "expired":
      return [field("expired", request.closedAt)];
    case "cancelled": {
      const { closedBy, reason } = request;
      const why = reason === undefined ? "" : `: ${oneLine(reason, 200)}`;
      return [field("cancelled", `${request.closedAt} by ${actorWords(closedBy)}${why}`)];
    }
    case "abandoned": {
      const why = request.reason === undefined ? "" : `: ${oneLine(request.reason, 200)}`;
      return [field("abandoned", `${request.closedAt} by ${reviewerOf(request)}${why}`)];
    }
    case "assumed":
      return [
        field("assumed", indented(request.assumption)),
        field("", `${request.closedAt} by ${reviewerOf(request)}; nobody has answered`),
      ];
    case "answered": {
      const { closedBy } = request;
      return [
        field("answer", indented(answerText(request.answer))),
        field("answered", `${request.closedAt} by ${actorWords(closedBy)}`),
      ];
    }
  }
}

const INDENT = 11;

function field(name: string, value: string): string {
  return `${name.padEnd(INDENT)}${value}`;
}

function indented(text: string): string {
  return visibleText(text).replaceAll("\n", `\n${" ".repeat(INDENT)}`);
}
