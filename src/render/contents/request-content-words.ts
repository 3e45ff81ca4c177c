import type { JsonObject } from "../../domain/json.ts";
import { OWN_AGENTS } from "../../domain/people/own-agents.ts";
import { answerFromText } from "../../domain/requests/answer-from-text.ts";
import { type Option, withNote } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Control, FormField } from "../../ports/channels/channel.ts";
import type { WordsAct } from "../../ports/channels/contents.ts";
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
const TITLE = "With words";

const ASK = "Ask the agent first";
const RESPOND = "Answer instead of running it";
const APPROVE = "Approve, with a note";
const REJECT = "Reject, and say why";
const ANSWER = "Answer, with a note";

/** For mail, where nothing can be pressed: a marked reply asks, and never decides. */
const ASK_BY_REPLY = "To ask the agent first, begin your reply with ask:";

/** What each button wants words for, by the name of its control; an approval's has the digest behind it. */
const PROMPTS = [
  {
    name: "wn",
    does: "approve",
    label: `${APPROVE}…`,
    hint: "What is the agent told with your approval?",
  },
  {
    name: "wr",
    does: "reject",
    label: `${REJECT}…`,
    hint: "Why do you reject it? The agent is told.",
  },
  {
    name: "wo",
    does: "answer",
    label: `${ANSWER}…`,
    hint: "Name what you pick, and write your note on the lines below.",
  },
  { name: "wq", does: "ask", label: `${ASK}…`, hint: "What do you want to know? It stays open." },
  {
    name: "wt",
    does: "respond",
    label: `${RESPOND}…`,
    hint: "What is the agent told in place of what the tool returns? It never runs.",
  },
] as const;

type Prompt = (typeof PROMPTS)[number];

/** The controls that ask for words, where the platform can; none for what the server itself asks. */
export function wordsControls(
  request: ShownRequest,
  { capabilities, tokens }: ControlOptions,
): readonly Control[] {
  const { words } = capabilities;
  if (OWN_AGENTS.includes(request.agentName)) return [];
  if (words === "replies") return [{ kind: "reply", hint: ASK_BY_REPLY }];
  if (words === undefined) return [];
  if (words === "prompts") {
    return promptsOf(request).map((prompt) => ({
      kind: "button",
      token: tokens(nameOf(prompt, request)),
      label: prompt.label,
    }));
  }
  const options = choicesOf(request).map(({ label }) => label);
  const does: FormField = { name: "do", label: "Do", kind: "one_of", options, isRequired: true };
  const said: FormField = { name: "words", label: "Words", kind: "lines", isRequired: false };
  const form = { title: TITLE, fields: [does, ...picking(request), said] };
  return [{ kind: "form", token: tokens(`w${shownDigest(request)}`), label: `${TITLE}…`, form }];
}

/** What the person is asked for after pressing such a button; undefined for any other. */
export function wordsHint(name: string, request: ShownRequest): string | undefined {
  return promptNamed(name, request)?.hint;
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
  const chosen = choicesOf(request).find(({ label }) => label === values["do"]);
  if (chosen === undefined) return undefined;
  if ("answer" in chosen) return { do: "answer", answer: withNote(chosen.answer, words) };
  if (chosen.does !== "answer") return actOf(chosen.does, words, name.slice(1));
  const picked = [values["picked"] ?? []].flat();
  const choices = optionsOf(request).filter((option, index) =>
    picked.includes(numbered(option, index)),
  );
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

type Chosen = { readonly label: string } & (
  | { readonly answer: { readonly choice: string } }
  | { readonly does: Prompt["does"] }
);

function choicesOf(request: ShownRequest): readonly Chosen[] {
  const asks: Chosen = { label: ASK, does: "ask" };
  if (request.kind === "question") {
    const { form } = request.question;
    if (form.kind === "choice") return [...form.options.map(optionChosen), asks];
    return form.kind === "choices" ? [{ label: ANSWER, does: "answer" }, asks] : [asks];
  }
  const labels = {
    approve: APPROVE,
    reject: REJECT,
    ask: ASK,
    respond: RESPOND,
    answer: ANSWER,
  } as const;
  return promptsOf(request).map(({ does }) => ({ label: labels[does], does }));
}

function optionChosen(option: Option, index: number): Chosen {
  return { label: numbered(option, index), answer: { choice: option.label } };
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
function picking(request: ShownRequest): readonly FormField[] {
  if (request.kind !== "question" || request.question.form.kind !== "choices") return [];
  const options = optionsOf(request).map(numbered);
  return [{ name: "picked", label: "Options", kind: "some_of", options, isRequired: false }];
}
