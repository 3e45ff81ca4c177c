import { actorWords, reviewerOf, withReason } from "../../../channels/console/closed-line.ts";
import type { Voice } from "../../../channels/console/voice.ts";
import { evidenceOf } from "../../../domain/evidence/evidence.ts";
import { evidenceBlock } from "../../../domain/evidence/evidence-block.ts";
import type { EvidenceView } from "../../../domain/evidence/evidence-view.ts";
import type { RequestId } from "../../../domain/id.ts";
import type { Question } from "../../../domain/requests/question.ts";
import type { QuestionRequest, Shown } from "../../../domain/requests/request.ts";
import { shownAnswer } from "../../../domain/requests/shown-answer.ts";
import type { RequestDetail } from "../../../ports/earshot/requests.ts";
import { padded, textWidth } from "../../../render/fit.ts";
import { optionList } from "../../../render/option-words.ts";
import {
  agentBlockLines,
  agentTextLines,
  type Page,
  terminalLines,
} from "../../../render/terminal-blocks.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { saveFiles } from "../../requests/save-files.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { eventLine } from "../../terminal/event-line.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Output } from "../../terminal/output.ts";
import { authorizationLines } from "../../terminal/show-authorization.ts";
import { voiceHere } from "../../terminal/voice-here.ts";
import { folderOf } from "../../terminal/with-folder.ts";

interface ShowOptions {
  readonly save?: string;
}

export const show: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "show",
      summary: "Show one request with its history",
      examples: [
        "npx earshot show req_01j…",
        "npx earshot show req_01j… --json",
        "npx earshot show req_01j… --save evidence",
      ],
    })
      .addArgument(idArgument("req"))
      .option("--save <folder>", "keep the files of its evidence in this folder"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const { save } = command.opts<ShowOptions>();
    const earshot = context.connectAs("operator");
    const detail = await earshot.show({ id });
    const { output } = context;
    const has = evidenceOf(detail.request).length > 0;
    const voice = await voiceHere(context, earshot);
    const { language } = voice.words;
    const evidence = has ? (await earshot.showEvidence({ id, language })).items : [];
    if (save !== undefined)
      await saveFiles(output, {
        id,
        files: evidence
          .flatMap(({ files }) => files)
          .map(({ role, name, digest }) => ({
            name: role === "content" ? name : `${role}-${name}`,
            digest,
          })),
        folder: save,
        read: (digest) => earshot.readFile({ id, digest }),
      });
    if (context.options.json === true) {
      output.json(detail);
      return EXIT_CODES.answered;
    }
    const folder = folderOf(context.options.data);
    for (const line of linesOf({ ...detail, evidence }, { ...output, folder, voice }))
      output.line(line);
    for (const event of detail.history) {
      output.line(eventLine(event, output.style, voice));
    }
    return EXIT_CODES.answered;
  },
};

function linesOf(
  { request, history, evidence }: RequestDetail & { readonly evidence: readonly EvidenceView[] },
  { style, columns, folder, voice }: Pick<Output, "style" | "columns"> & Place,
): string[] {
  return request.kind === "question"
    ? [
        ...requestLines(request, { style, columns }, voice),
        ...besideLines(request, evidence, { columns, voice }),
      ]
    : authorizationLines({ request, history, evidence, width: columns, folder, voice });
}

function besideLines(
  request: Shown<QuestionRequest>,
  evidence: readonly EvidenceView[],
  { columns: width, voice }: Pick<Output, "columns"> & Pick<Place, "voice">,
): readonly string[] {
  const block = evidenceBlock(request, evidence);
  return block === undefined ? [] : [...terminalLines([block], voice.words, { width }), ""];
}

interface Place {
  /** Names the data folder in a command. */
  readonly folder: string;
  readonly voice: Voice;
}

function requestLines(
  request: Shown<QuestionRequest>,
  { style, columns }: Pick<Output, "style" | "columns">,
  voice: Voice,
): string[] {
  const { own, words, moment } = voice;
  const { question } = request;
  const page = { width: columns, paint: style.run };
  const said = (name: string, text: string) => [name, ...agentTextLines(text, page)];
  const offered = (text: string) =>
    text.includes("\n")
      ? said(own.say("show.default"), text)
      : [field(own.say("show.default"), oneLine(text, 200))];
  return [
    `${style.bold(request.id)}  ${words.say(`status.${request.status}`)}`,
    field(own.say("show.agent"), `${oneLine(request.agentName, 80)} (${request.agent})`),
    ...sharingLines(request, own),
    field(own.say("show.asked"), moment(request.createdAt)),
    ...(request.expiresAt === undefined
      ? []
      : [field(own.say("show.expires"), moment(request.expiresAt))]),
    ...(request.to.length === 0 ? [] : [field(own.say("show.to"), request.to.join(", "))]),
    ...said(own.say("show.question"), question.text),
    ...(question.context === undefined ? [] : said(own.say("show.context"), question.context)),
    ...formLines(question, own, page),
    ...(question.default === undefined ? [] : offered(shownAnswer(question.default))),
    ...closingLines(request, voice),
    "",
  ];
}

function sharingLines(
  { alsoAskedBy = [], behind }: Shown<QuestionRequest>,
  own: Voice["own"],
): string[] {
  return [
    ...alsoAskedBy.map(({ id, agentName }) =>
      field(own.say("show.also"), `${oneLine(agentName, 80)} (${id})`),
    ),
    ...(behind === undefined ? [] : [field(own.say("show.answer_of"), behind)]),
  ];
}

function formLines({ form }: Question, own: Voice["own"], page: Page): string[] {
  switch (form.kind) {
    case "text":
      return [];
    case "fields":
      return [field(own.say("show.form"), oneLine(JSON.stringify(form.schema), 400))];
    case "choice":
    case "choices": {
      const options = optionList(form.options, (number) => `${number})`);
      return [own.say("show.options"), ...agentBlockLines([options], page)];
    }
  }
}

function closingLines(request: Shown<QuestionRequest>, voice: Voice): string[] {
  if (request.status === "open") return [];
  const { own } = voice;
  const at = voice.moment(request.closedAt);
  const name = own.say(`show.${request.status}`);
  switch (request.status) {
    case "expired":
      return [field(name, at)];
    case "cancelled": {
      const by = own.say("show.by", { at, who: actorWords(request.closedBy, voice) });
      return [field(name, withReason(by, request.reason, own))];
    }
    case "abandoned": {
      const by = own.say("show.by", { at, who: reviewerOf(request, voice) });
      return [field(name, withReason(by, request.reason, own))];
    }
    case "assumed": {
      const who = reviewerOf(request, voice);
      return [
        field(name, indented(request.assumption)),
        field("", own.say("show.unanswered", { at, who })),
      ];
    }
    case "answered": {
      const who = actorWords(request.closedBy, voice);
      return [
        field(own.say("show.answer"), indented(shownAnswer(request.answer))),
        field(name, own.say("show.by", { at, who })),
      ];
    }
  }
}

const INDENT = 11;

function field(name: string, value: string): string {
  return `${padded(name, Math.max(INDENT, textWidth(name) + 1))}${value}`;
}

function indented(text: string): string {
  return visibleText(text).replaceAll("\n", `\n${" ".repeat(INDENT)}`);
}
