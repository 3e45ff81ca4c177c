import type { JsonObject } from "../../domain/json.ts";
import { OWN_AGENTS } from "../../domain/people/own-agents.ts";
import { present } from "../../domain/present.ts";
import { answerFromText } from "../../domain/requests/answer-from-text.ts";
import { type Option, withNote } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Control, FormField, FormView } from "../../ports/channels/channel.ts";
import type { WordsAct } from "../../ports/channels/contents.ts";
import { type RenderMessages, wordsIn } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";
import { oneLine } from "../visible-text.ts";
import { isDecidedInChats } from "./request-content-authorization.ts";
import type { ControlOptions } from "./request-content-parts.ts";

/*
 * Words beside a decision, before it and in its place, on a platform. They never decide: a person chose
 * in a form, or pressed a button, what becomes of the words that they are then asked for.
 */

/** Enough of a digest to tell that what was shown is still what stands. */
const DIGEST_DIGITS = 12;
const OPTION_CHARS = 60;

/** What each button wants words for, by the name of its control; an approval's has the digest behind it. */
const PROMPTS = [
  { name: "wn", does: "approve" },
  { name: "wr", does: "reject" },
  { name: "wo", does: "answer" },
  { name: "wq", does: "ask" },
  { name: "wt", does: "respond" },
] as const;

type Prompt = (typeof PROMPTS)[number];

/** The controls that ask for words, where the platform can; none for what the server itself asks. */
export function wordsControls(
  request: ShownRequest,
  { capabilities, tokens, reader: { words } }: ControlOptions,
): readonly Control[] {
  const { words: way } = capabilities;
  if (OWN_AGENTS.includes(request.agentName)) return [];
  // For mail, where nothing can be pressed: a marked reply asks, and never decides.
  if (way === "replies") return [{ kind: "reply", hint: words.say("words.reply") }];
  if (way === undefined) return [];
  if (way === "prompts") {
    return promptsOf(request).map((prompt) => ({
      kind: "button",
      token: tokens(nameOf(prompt, request)),
      label: `${words.say(`words.${prompt.does}`)}…`,
    }));
  }
  return [wordsForm(request, tokens(`w${shownDigest(request)}`), words)];
}

function wordsForm(request: ShownRequest, token: string, words: RenderMessages): Control {
  const choices = choicesOf(request);
  const does: FormField = {
    name: "do",
    label: words.say("words.do"),
    kind: "one_of",
    options: choices.map((one) => ("label" in one ? one.label : words.say(`words.${one.does}`))),
    keys: choices.map(({ key }) => key),
    isRequired: true,
  };
  const label = words.say("words.said");
  const said: FormField = { name: "words", label, kind: "lines", isRequired: false };
  const title = words.say("words.form");
  const { language } = words;
  const form: FormView = {
    title,
    fields: [does, ...picking(request, words), said],
    ...present({ language: language === "en" ? undefined : language }),
  };
  return { kind: "form", token, label: `${title}…`, form };
}

/** What the person is asked for after pressing such a button; undefined for any other. */
export function wordsHint(
  name: string,
  request: ShownRequest,
): ((language: string) => string) | undefined {
  const does = promptNamed(name, request)?.does;
  if (does === undefined) return undefined;
  if (does !== "approve" || request.kind === "question") {
    return (code) => wordsIn(code).say(`words.hint.${does}`);
  }
  const { demand } = request.authorization;
  const ticket = demand.tickets?.map(shownText).join(", ");
  return (code) =>
    ticket === undefined
      ? wordsIn(code).say(demand.note === undefined ? "words.hint.approve" : "words.hint.why")
      : wordsIn(code).say("words.hint.ticket", { ticket });
}

/** What a form or a reply to a prompt wants; undefined if it is none, or says too little. */
export function wordsAct(
  name: string,
  values: JsonObject,
  request: ShownRequest,
): WordsAct | undefined {
  const given = values["words"];
  const words = typeof given === "string" ? given.trim() : "";
  const prompt = promptNamed(name, request);
  if (prompt?.does === "answer") return answerIn(words, request);
  if (prompt !== undefined) return actOf(prompt.does, words, name.slice(prompt.name.length));
  if (!isForm(name)) return undefined;
  const chosen = choicesOf(request).find(({ key }) => key === values["do"]);
  if (chosen === undefined) return undefined;
  if ("answer" in chosen) return { do: "answer", answer: withNote(chosen.answer, words) };
  if (chosen.does !== "answer") return actOf(chosen.does, words, name.slice(1));
  const picked = [values["picked"] ?? []].flat();
  const choices = optionsOf(request).filter((_, index) => picked.includes(String(index)));
  return {
    do: "answer",
    answer: withNote({ choices: choices.map(({ label }) => label) }, words),
  };
}

/** The picked options with a note below them; undefined if none is named. */
function answerIn(words: string, request: ShownRequest): WordsAct | undefined {
  if (request.kind !== "question") return undefined;
  const form = Object.assign({}, request.question.form, { allowText: true as const });
  const answer = answerFromText(form, words);
  return "text" in answer ? undefined : { do: "answer", answer };
}

/** Whether a control of this name asks for words. */
export function isForWords(name: string, request: ShownRequest): boolean {
  return isForm(name) || promptNamed(name, request) !== undefined;
}

function isForm(name: string): boolean {
  return /^w[\da-f]*$/.test(name);
}

function actOf(
  does: Exclude<Prompt["does"], "answer">,
  words: string,
  digest: string,
): WordsAct | undefined {
  switch (does) {
    case "approve":
      return words === "" ? { do: does, digest } : { do: does, digest, note: words };
    case "reject":
      return words === "" ? { do: does } : { do: does, reason: words };
    case "ask":
    case "respond":
      return words === "" ? undefined : { do: does, text: words };
  }
}

function promptsOf(request: ShownRequest): readonly Prompt[] {
  if (request.kind === "question") {
    const isPicked = optionsOf(request).length > 0;
    return PROMPTS.filter(({ does }) => does === "ask" || (isPicked && does === "answer"));
  }
  const mayApprove = isDecidedInChats(request.authorization);
  return PROMPTS.filter(({ does }) => does !== "answer" && (mayApprove || does !== "approve"));
}

function promptNamed(name: string, request: ShownRequest): Prompt | undefined {
  return promptsOf(request).find((prompt) =>
    prompt.does === "approve" ? /^wn[\da-f]{12}$/.test(name) : prompt.name === name,
  );
}

function nameOf({ name, does }: Prompt, request: ShownRequest): string {
  return does === "approve" ? name + shownDigest(request) : name;
}

function shownDigest(request: ShownRequest): string {
  return request.kind === "question" ? "" : request.authorization.digest.slice(0, DIGEST_DIGITS);
}

/** One choice of the form; its key comes back, in whatever language it was read. */
type Chosen = { readonly key: string } & (
  | { readonly label: string; readonly answer: { readonly choice: string } }
  | { readonly does: Prompt["does"] }
);

function choicesOf(request: ShownRequest): readonly Chosen[] {
  if (request.kind === "question") {
    const { form } = request.question;
    const asks = doing("ask");
    if (form.kind === "choice") return [...form.options.map(optionChosen), asks];
    return form.kind === "choices" ? [doing("answer"), asks] : [asks];
  }
  return promptsOf(request).map(({ does }) => doing(does));
}

function doing(does: Prompt["does"]): Chosen {
  return { key: does, does };
}

function optionChosen(option: Option, index: number): Chosen {
  return {
    key: String(index),
    label: numbered(option, index),
    answer: { choice: option.label },
  };
}

/** By number, so that no option passes for another choice here. */
function numbered({ label }: Option, index: number): string {
  return oneLine(`${index + 1}. ${label}`, OPTION_CHARS);
}

function optionsOf(request: ShownRequest): readonly Option[] {
  if (request.kind !== "question") return [];
  const { form } = request.question;
  return form.kind === "choice" || form.kind === "choices" ? form.options : [];
}

/** Of several options those that are meant. */
function picking(request: ShownRequest, words: RenderMessages): readonly FormField[] {
  if (request.kind !== "question" || request.question.form.kind !== "choices") return [];
  const options = optionsOf(request).map(numbered);
  const keys = options.map((_, index) => String(index));
  const label = words.say("question.options");
  return [{ name: "picked", label, kind: "some_of", options, keys, isRequired: false }];
}
