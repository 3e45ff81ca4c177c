import { evidenceBlock } from "../../domain/evidence/evidence-block.ts";
import { plainWords } from "../../domain/plain-words.ts";
import { present } from "../../domain/present.ts";
import type { Answer, Form, Option, Question } from "../../domain/requests/question.ts";
import type { OpenQuestion, Shown } from "../../domain/requests/request.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import type { Choice, ContentBlock, Control, FormField } from "../../ports/channels/channel.ts";
import { otherAskers } from "../askers.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { optionList } from "../option-words.ts";
import { laidOut, readWords } from "../read-words.ts";
import { oneLine, visibleText } from "../visible-text.ts";
import { agentSaid, fact, lines, note } from "./content-blocks.ts";
import { evidencePost } from "./evidence-posts.ts";
import { exchangeBlocks } from "./exchange-blocks.ts";
import { formView, NOTE_FIELD } from "./form-view.ts";
import { separateName } from "./request-content-meaning.ts";
import { type ControlOptions, type RequestParts, requestTitle } from "./request-content-parts.ts";

/** What fits on a button on every platform. */
const LABEL_CHARS = 40;

export function questionParts(request: Shown<OpenQuestion>, options: ControlOptions): RequestParts {
  const { words } = options.reader;
  const beside = evidenceBlock(request, options.evidence);
  return {
    title: requestTitle(request, options.reader),
    blocks: [
      ...questionBlocks(request, options),
      ...(beside === undefined ? [] : evidencePost(beside, words)),
      ...exchangeBlocks(request, words),
    ],
    controls: [
      ...questionControls(request.question, options),
      ...separateControls(request, options),
    ],
    linkLabel: words.say("page.answer"),
    tooLong: words.say("long.question"),
  };
}

/** How many get a button there; on the page each has one. */
const MOST_SEPARATED = 3;

/** Somebody who asks the same can be left out, so that the answer does not go there. */
function separateControls(
  { alsoAskedBy = [] }: Shown<OpenQuestion>,
  { capabilities, tokens, reader: { words } }: ControlOptions,
): readonly Control[] {
  if (!capabilities.buttons) return [];
  return alsoAskedBy.slice(0, MOST_SEPARATED).map(({ id, agentName }) => ({
    kind: "button",
    token: tokens(separateName(id)),
    label: oneLine(words.say("button.leave_out", { agent: agentName }), LABEL_CHARS),
  }));
}

/** What was asked, and what helps to answer it. */
function questionBlocks(
  request: Pick<Shown<OpenQuestion>, "agentName" | "alsoAskedBy" | "question" | "expiresAt">,
  { capabilities, reader }: Pick<ControlOptions, "capabilities" | "reader">,
): readonly ContentBlock[] {
  const { words, moment } = reader;
  const { agentName, question, expiresAt } = request;
  const { context, default: offered, form, text } = question;
  const others = otherAskers(request, words);
  const isListed = !capabilities.buttons || !areShort(form);
  const expires =
    expiresAt === undefined ? [] : [fact(words.say("fact.expires"), moment(expiresAt))];
  return [
    ...(others === undefined ? [] : [note(words.say("question.also", { others }))]),
    agentSaid(agentName, text),
    ...(context === undefined
      ? []
      : [note(words.say("question.background")), agentSaid(agentName, context)]),
    ...(isListed ? optionLines(form, words) : []),
    ...(offered === undefined
      ? []
      : [lines(words.say("question.suggested"), shownAnswer(offered).split("\n"))]),
    ...(expires.length === 0 ? [] : [{ kind: "facts", facts: expires } as const]),
  ];
}

function optionsOf(form: Form): readonly Option[] {
  return form.kind === "choice" || form.kind === "choices" ? form.options : [];
}

/** Whether buttons alone show the options in full. */
function areShort(form: Form): boolean {
  const options = optionsOf(form);
  const labels = options.map(({ label }) => plainWords(label));
  return (
    options.every(({ description }) => description === undefined) &&
    labels.every((label) => oneLine(label, LABEL_CHARS - "100. ".length) === label) &&
    new Set(labels).size === labels.length
  );
}

function optionLines(form: Form, words: RenderMessages): readonly ContentBlock[] {
  const options = optionsOf(form);
  if (options.length === 0) return [];
  const told = options.map(({ label, description }, index) => {
    const more = description === undefined ? "" : ` – ${description}`;
    return `${index + 1}. ${label}${more}`;
  });
  const isMarked = options.some(({ label, description = "" }) =>
    [label, description].some((text) => readWords(text) !== undefined),
  );
  const blocks = isMarked ? [optionList(options, (number) => `${number}.`)] : undefined;
  return [{ ...lines(words.say("question.options"), told), ...present({ blocks }) }];
}

function questionControls(
  { form, default: offered }: Question,
  options: ControlOptions,
): Control[] {
  const { capabilities, tokens } = options;
  const { words } = options.reader;
  const takesWords = form.kind !== "text" && form.allowText === true;
  const own = takesWords
    ? [reply(words.say(form.kind === "fields" ? "reply.words" : "reply.note"))]
    : [];
  switch (form.kind) {
    case "text":
      return [reply(words.say("reply.plain"))];
    case "choice":
      if (!capabilities.buttons) return [reply(words.say("reply.name")), ...own];
      return [...choicesOf(form, tokens).map(button), ...own];
    case "choices":
      if (!capabilities.buttons) return [reply(words.say("reply.names")), ...own];
      return [select(form, options), ...own];
    case "fields":
      return [...formControls(form, offered, options), ...own];
  }
}

function formControls(
  { schema }: Extract<Form, { kind: "fields" }>,
  offered: Answer | undefined,
  { capabilities, tokens, reader: { words } }: ControlOptions,
): readonly Control[] {
  const given = offered !== undefined && "fields" in offered ? offered.fields : {};
  const view = capabilities.forms ? formView(schema, words, given) : undefined;
  if (view === undefined) return [];
  const label = words.say("question.note");
  const note: FormField = { name: NOTE_FIELD, label, kind: "lines", isRequired: false };
  const form = { ...view, fields: [...view.fields, note] };
  return [{ kind: "form", token: tokens("f"), label: words.say("button.answer"), form }];
}

function reply(hint: string): Control {
  return { kind: "reply", hint };
}

function button(choice: Choice): Control {
  return { kind: "button", ...choice };
}

function select(
  form: Extract<Form, { kind: "choices" }>,
  { tokens, reader: { words } }: ControlOptions,
): Extract<Control, { kind: "select" }> {
  const { max = form.options.length, min = 0 } = form;
  const options = choicesOf(form, tokens);
  return {
    kind: "select",
    token: tokens("s"),
    label: words.say("button.choose"),
    options,
    min,
    max,
  };
}

/** If labels could be cut or look alike, numbers tell them apart. */
function choicesOf(form: Form, tokens: ControlOptions["tokens"]): readonly Choice[] {
  const isBare = areShort(form);
  return optionsOf(form).map(({ label, description }, index) => ({
    token: tokens(String(index)),
    label: oneLine(`${isBare ? "" : `${index + 1}. `}${plainWords(label)}`, LABEL_CHARS),
    ...present({
      description:
        description === undefined
          ? undefined
          : visibleText(laidOut(description, { isStyled: true })),
    }),
  }));
}
