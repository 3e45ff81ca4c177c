import { present } from "../domain/present.ts";
import {
  type Answer,
  answerText,
  type Form,
  type Option,
  type Question,
} from "../domain/requests/question.ts";
import type { OpenQuestion, Shown } from "../domain/requests/request.ts";
import type { Choice, ContentBlock, Control, FormField } from "../ports/channels/channel.ts";
import { otherAskers } from "./askers.ts";
import { agentSaid, fact, lines, note } from "./content-blocks.ts";
import { exchangeBlocks } from "./exchange-blocks.ts";
import { formView, NOTE_FIELD } from "./form-view.ts";
import { separateName } from "./request-content-meaning.ts";
import { type ControlOptions, type RequestParts, requestTitle } from "./request-content-parts.ts";
import { oneLine, visibleText } from "./visible-text.ts";

/** What fits on a button on every platform. */
const LABEL_CHARS = 40;
const IN_WORDS = "Reply in your own words.";
const WITH_NOTE = "Reply in your own words, or with an option and a note on the lines below it.";
const BY_NAME = "Reply with the words of an option or its number.";

export function questionParts(request: Shown<OpenQuestion>, options: ControlOptions): RequestParts {
  return {
    title: requestTitle(request),
    blocks: [...questionBlocks(request, options), ...exchangeBlocks(request)],
    controls: [
      ...questionControls(request.question, options),
      ...separateControls(request, options),
    ],
    linkLabel: "Answer on the page",
    tooLong: "This question is too long to be shown here whole. Read and answer it on the page.",
  };
}

/** How many get a button there; on the page each has one. */
const MOST_SEPARATED = 3;

/** Somebody who asks the same can be left out, so that the answer does not go there. */
function separateControls(
  { alsoAskedBy = [] }: Shown<OpenQuestion>,
  { capabilities, tokens }: ControlOptions,
): readonly Control[] {
  if (!capabilities.buttons) return [];
  return alsoAskedBy.slice(0, MOST_SEPARATED).map(({ id, agentName }) => ({
    kind: "button",
    token: tokens(separateName(id)),
    label: oneLine(`Leave out ${agentName}`, LABEL_CHARS),
  }));
}

/** What was asked, and what helps to answer it. */
function questionBlocks(
  request: Pick<Shown<OpenQuestion>, "agentName" | "alsoAskedBy" | "question" | "expiresAt">,
  { capabilities }: Pick<ControlOptions, "capabilities">,
): readonly ContentBlock[] {
  const { agentName, question, expiresAt } = request;
  const { context, default: offered, form, text } = question;
  const others = otherAskers(request);
  const isListed = !capabilities.buttons || !areShort(form);
  const expires = expiresAt === undefined ? [] : [fact("expires", expiresAt)];
  return [
    ...(others === undefined ? [] : [note(`Also asked by ${others}: one answer goes to all.`)]),
    agentSaid(agentName, text),
    ...(context === undefined ? [] : [note("Background"), agentSaid(agentName, context)]),
    ...(isListed ? optionLines(form) : []),
    ...(offered === undefined ? [] : [lines("Suggested answer", answerText(offered).split("\n"))]),
    ...(expires.length === 0 ? [] : [{ kind: "facts", facts: expires } as const]),
  ];
}

function optionsOf(form: Form): readonly Option[] {
  return form.kind === "choice" || form.kind === "choices" ? form.options : [];
}

/** Whether buttons alone show the options in full. */
function areShort(form: Form): boolean {
  return optionsOf(form).every(
    ({ label, description }) =>
      description === undefined && oneLine(label, LABEL_CHARS - "100. ".length) === label,
  );
}

function optionLines(form: Form): readonly ContentBlock[] {
  const options = optionsOf(form);
  if (options.length === 0) return [];
  const told = options.map(({ label, description }, index) => {
    const more = description === undefined ? "" : ` – ${description}`;
    return `${index + 1}. ${label}${more}`;
  });
  return [lines("Options", told)];
}

function questionControls(
  { form, default: offered }: Question,
  options: ControlOptions,
): Control[] {
  const { capabilities, tokens } = options;
  const takesWords = form.kind !== "text" && form.allowText === true;
  const own = takesWords ? [reply(form.kind === "fields" ? IN_WORDS : WITH_NOTE)] : [];
  switch (form.kind) {
    case "text":
      return [reply("Reply to answer.")];
    case "choice":
      if (!capabilities.buttons) return [reply(BY_NAME), ...own];
      return [...choicesOf(form, tokens).map(button), ...own];
    case "choices":
      if (!capabilities.buttons) return [reply(`${BY_NAME} Separate several by commas.`), ...own];
      return [select(form, tokens), ...own];
    case "fields":
      return [...formControls(form, offered, options), ...own];
  }
}

const NOTE: FormField = { name: NOTE_FIELD, label: "Note", kind: "lines", isRequired: false };

function formControls(
  { schema, allowText: takesNote = false }: Extract<Form, { kind: "fields" }>,
  offered: Answer | undefined,
  { capabilities, tokens }: ControlOptions,
): readonly Control[] {
  const given = offered !== undefined && "fields" in offered ? offered.fields : {};
  const view = capabilities.forms ? formView(schema, "Answer", given) : undefined;
  if (view === undefined) return [];
  const form = { ...view, fields: [...view.fields, ...(takesNote ? [NOTE] : [])] };
  return [{ kind: "form", token: tokens("f"), label: "Answer", form }];
}

function reply(hint: string): Control {
  return { kind: "reply", hint };
}

function button(choice: Choice): Control {
  return { kind: "button", ...choice };
}

function select(
  form: Extract<Form, { kind: "choices" }>,
  tokens: ControlOptions["tokens"],
): Extract<Control, { kind: "select" }> {
  const { max = form.options.length, min = 0 } = form;
  const options = choicesOf(form, tokens);
  return { kind: "select", token: tokens("s"), label: "Choose", options, min, max };
}

/** If labels could be cut or look alike, numbers tell them apart. */
function choicesOf(form: Form, tokens: ControlOptions["tokens"]): readonly Choice[] {
  const isBare = areShort(form);
  return optionsOf(form).map(({ label, description }, index) => ({
    token: tokens(String(index)),
    label: oneLine(isBare ? label : `${index + 1}. ${label}`, LABEL_CHARS),
    ...present({ description: description === undefined ? undefined : visibleText(description) }),
  }));
}
