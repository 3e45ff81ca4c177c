import type { Level } from "../domain/authority/action.ts";
import type { Authorization } from "../domain/authority/authorization.ts";
import { editKindOf } from "../domain/authority/edits.ts";
import { secretsIn } from "../domain/authority/redact.ts";
import type { ToolDefinition } from "../domain/authority/tool-definition.ts";
import { type EvidenceBlock, evidenceBlock } from "../domain/evidence/evidence-block.ts";
import type { EvidenceView } from "../domain/evidence/evidence-view.ts";
import { hazardsIn } from "../domain/hazards/hazards.ts";
import type { JsonObject } from "../domain/json.ts";
import { isSameJson } from "../domain/json-equal.ts";
import type { PatchOperation } from "../domain/json-patch.ts";
import { present } from "../domain/present.ts";
import { ERASED } from "../domain/requests/erased.ts";
import type { AuthorizationRequest, Shown } from "../domain/requests/request.ts";
import type { Timestamp } from "../domain/timestamp.ts";
import { actionHeading } from "./action-heading.ts";
import { deciders, missingWords } from "./deciders.ts";
import { type Exchanged, exchangeOf } from "./exchange.ts";
import { handWords } from "./hand-words.ts";
import type { RenderMessages } from "./messages/messages.ts";
import {
  type ShownValue,
  shownArgs,
  shownJson,
  shownLines,
  shownPointer,
  shownText,
} from "./shown-json.ts";
import { unreadableIn } from "./unreadable.ts";
import { oneLine, visibleText } from "./visible-text.ts";
import { hazardWords } from "./words/hazard-words.ts";
import { byteWords } from "./words/lengths.ts";
import { commaWords } from "./words/listed.ts";
import type { Reader } from "./words/reader.ts";

/*
 * What people see of an authorization, before any channel gives it a form. It is made from the
 * stored action alone. Each text in it is one line with nothing hidden in it. What the agent says
 * has a zone of its own; labels, level and digest always come from Earshot.
 */
export type Block = TitleBlock | NoticeBlock | ActionBlock | EvidenceBlock | AgentBlock;

export interface TitleBlock {
  readonly kind: "title";
  readonly id: string;
  readonly level: Level;
  readonly status: Shown<AuthorizationRequest>["status"];
}

/** What Earshot says about it. */
export interface NoticeBlock {
  readonly kind: "notice";
  readonly text: string;
}

export type FactName =
  | "writes"
  | "resource"
  | "agent"
  | "session"
  | "definition"
  | "tool_is"
  | "tool_was"
  | "rule"
  | "why"
  | "decides"
  | "approved"
  | "missing"
  | "note"
  | "decides_not"
  | "edited"
  | "changed"
  | "expires";

export interface Fact {
  /** The same in all languages. */
  readonly name: FactName;
  readonly label: string;
  readonly value: string;
}

/** What would run, and what binds it. */
export interface ActionBlock {
  readonly kind: "action";
  /** In words, with the arguments that say most of it; all of them are in `args`. */
  readonly heading: string;
  readonly tool: string;
  readonly level: Level;
  /** 64 hexadecimal digits. */
  readonly digest: string;
  /** What of it nobody can read here, one sentence each; empty where everything can be read. */
  readonly unreadable: readonly string[];
  /** Every argument in full. */
  readonly args: readonly ShownValue[];
  readonly facts: readonly Fact[];
}

/** The agent's words, which nobody has checked. */
export interface AgentBlock {
  readonly kind: "agent";
  readonly name: string;
  readonly onBehalfOf?: string;
  /** The lines of the reason; at most its first 500 characters. */
  readonly reason: readonly string[];
  /** The same as it was written, for reading its Markdown; nothing in it is made visible. */
  readonly text: string;
  /** How many characters of the reason are left out. */
  readonly more: number;
  /** What people asked it before they decide, and what it answered. */
  readonly exchange: readonly Exchanged[];
}

export interface BlockOptions extends Pick<Reader, "words" | "locale"> {
  /** A moment as it is read; as it is stored if absent. */
  readonly moment?: (at: Timestamp) => string;
  readonly renderers?: ToolRenderers;
  /** What else Earshot has noticed. */
  readonly notices?: readonly string[];
  /** What stands beside it, where that is drawn. */
  readonly evidence?: readonly EvidenceView[] | undefined;
}

const REASON_CHARS = 500;
/** Many short lines could push the action off the screen. */
const REASON_LINES = 12;
const NAME_CHARS = 80;
const NOTE_CHARS = 200;
/** Named one by one. */
const SUSPECTS = 5;

export function authorizationBlocks(
  request: Shown<AuthorizationRequest>,
  options: BlockOptions,
): readonly Block[] {
  const { authorization, id, status } = request;
  const { level } = authorization.demand;
  const { renderers = TOOL_RENDERERS, notices = [], words, locale, moment = asStored } = options;
  const told = [...noticesOf(authorization, words), ...notices];
  const shown = evidenceBlock(request, options.evidence);
  return [
    { kind: "title", id, level, status },
    ...told.map((text): NoticeBlock => ({ kind: "notice", text: oneLine(text, 400) })),
    actionBlock(request, renderers, { words, locale, moment }),
    ...(shown === undefined ? [] : [shown]),
    agentBlock(request),
  ];
}

function asStored(at: Timestamp): string {
  return at;
}

/** What it would do comes behind what is wrong with it. */
function noticesOf(authorization: Authorization, words: RenderMessages): string[] {
  const list = hazardWords(hazardsIn(authorization.action.args), words);
  return [
    ...doubtsOf(authorization, words),
    ...(list === "" ? [] : [words.say("notice.hazards", { list })]),
  ];
}

function doubtsOf(
  { action, toolChanged, toolNew, toolChange }: Authorization,
  words: RenderMessages,
): string[] {
  const isRenamed = toolChange?.former !== undefined;
  const changed = [
    ...(toolChanged === true ? [words.say("notice.changed")] : []),
    ...(toolChanged !== true && toolNew === true
      ? [words.say(isRenamed ? "notice.renamed" : "notice.new")]
      : []),
  ];
  const found = suspects(action.args);
  if (found === undefined) return [...changed, words.say("notice.deep")];
  if (found.length === 0) return changed;
  const first = commaWords(found.slice(0, SUSPECTS).map(shownPointer), words);
  const more = found.length - SUSPECTS;
  const names = more > 0 ? words.say("more", { first, count: more }) : first;
  return [...changed, words.say("notice.secrets", { names })];
}

/** Pointers of what looks like a secret; undefined if the arguments are too deep to be searched. */
function suspects(args: JsonObject): readonly string[] | undefined {
  try {
    // Arguments marked as secret have already been removed.
    return secretsIn(args).filter((pointer) => !pointer.endsWith("/$secret"));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function actionBlock(
  { agent, authorization, erasedAt, expiresAt, status }: Shown<AuthorizationRequest>,
  renderers: ToolRenderers,
  reader: Reader,
): ActionBlock {
  const { words, moment } = reader;
  const { action, demand, digest } = authorization;
  const rendering = renderers.get(action.tool)?.(action.args, words);
  const fact = factIn(words);
  return {
    kind: "action",
    heading: actionHeading(authorization, reader),
    tool: shownText(action.tool),
    level: demand.level,
    digest,
    unreadable: erasedAt === undefined ? unreadableIn(authorization, words) : [],
    // Empty arguments in their place would look like what was approved.
    args: erasedAt === undefined ? (rendering?.args ?? shownArgs(action.args)) : [GONE],
    facts: [
      ...(rendering?.facts ?? []),
      ...action.resources.map(({ uri, sha256 }) =>
        fact("resource", `${shownText(uri)} sha256:${sha256}`),
      ),
      fact("agent", agent),
      ...(action.session === null ? [] : [fact("session", shownText(action.session))]),
      ...(action.toolSchemaHash === null ? [] : [fact("definition", action.toolSchemaHash)]),
      ...definitionFacts(authorization, words),
      fact("rule", shownText(demand.rule)),
      ...(demand.why === undefined ? [] : [fact("why", shownText(demand.why))]),
      fact("decides", deciders(demand, words)),
      ...votesOf(authorization, status, reader),
      fact("expires", moment(expiresAt ?? action.expiresAt)),
      ...editOf(authorization, status, reader),
    ],
  };
}

const GONE = { path: "", value: ERASED };

/** Each part of a changed definition: the old one, and below it the new one. */
function definitionFacts({ toolChange, toolNew }: Authorization, words: RenderMessages): Fact[] {
  if (toolChange === undefined) return [];
  const { former, now } = toolChange;
  const fact = factIn(words);
  const whole = (one: ToolDefinition | undefined) =>
    one === undefined ? words.say("action.untold") : shownJson({ ...one });
  if (toolNew === true && former === undefined) return [fact("tool_is", whole(now))];
  if (former === undefined || now === undefined) {
    return [fact("tool_was", whole(former)), fact("tool_is", whole(now))];
  }
  const [was, is] = [partsOf(former), partsOf(now)];
  const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return parts
    .filter((part) => !isSameJson(was[part] ?? null, is[part] ?? null))
    .flatMap((part) => [
      fact("tool_was", `${shownText(part)} ${shownJson(was[part] ?? null)}`),
      fact("tool_is", `${shownText(part)} ${shownJson(is[part] ?? null)}`),
    ]);
}

function partsOf({ more = {}, ...known }: ToolDefinition): JsonObject {
  return { ...known, ...more };
}

function factIn(words: RenderMessages): (name: FactName, value: string) => Fact {
  return (name, value) => ({ name, label: words.say(`fact.${name}`), value });
}

function votesOf(
  { votes, demand }: Authorization,
  status: Shown<AuthorizationRequest>["status"],
  { words, moment }: Reader,
): Fact[] {
  const fact = factIn(words);
  const given = votes.flatMap(({ by, at: votedAt, note, ...handed }) => {
    const [who, at] = [handWords(actor(by, words), handed, words), moment(votedAt)];
    const isOwn = handed.hand === undefined;
    const vote = fact(
      "approved",
      words.say(isOwn ? "action.by_at" : "action.by_hand_at", { who, at }),
    );
    return note === undefined ? [vote] : [vote, noted(by, note, words)];
  });
  if (votes.length === 0 || status !== "open") return given;
  return [...given, fact("missing", missingWords({ demand, votes }, words))];
}

/** A person's words, in their own line and cut, so that they take no room of what binds. */
function noted(by: { readonly name: string }, text: string, words: RenderMessages): Fact {
  const note = shownText(oneLine(text, NOTE_CHARS));
  return factIn(words)("note", words.say("action.says", { name: shownText(by.name), note }));
}

function editOf(
  authorization: Authorization,
  status: Shown<AuthorizationRequest>["status"],
  { words, moment }: Reader,
): Fact[] {
  const { edit } = authorization;
  if (edit === undefined) return [];
  const fact = factIn(words);
  const { by, digest, note } = edit;
  const isForOthers = edit.others === true && editKindOf(authorization) === "wider";
  const author = words.say("action.editor", { name: shownText(by.name) });
  const [who, at] = [actor(by, words), moment(edit.at)];
  return [
    ...(isForOthers && status === "open" ? [fact("decides_not", author)] : []),
    fact("edited", words.say("action.edited", { who, at, digest })),
    ...(note === undefined ? [] : [noted(by, note, words)]),
    ...edit.patch.map((operation) => fact("changed", change(operation, words))),
  ];
}

function change(operation: PatchOperation, words: RenderMessages): string {
  const where = `${operation.op} ${shownJson(operation.path)}`;
  if (operation.op === "remove") return where;
  const { value } = operation;
  const isLong = typeof value === "string" && value.includes("\n");
  return `${where}: ${isLong ? words.say("action.lines_now") : shownJson(value)}`;
}

function actor(
  { name, via }: { readonly name: string; readonly via: string },
  words: RenderMessages,
): string {
  return words.say("closer.via", { name: shownText(name), via });
}

function agentBlock(request: Shown<AuthorizationRequest>): AgentBlock {
  const { agentName, authorization } = request;
  const { reason, onBehalfOf } = authorization;
  const exchange = exchangeOf(request);
  const behalf = present({ onBehalfOf: onBehalfOf === undefined ? undefined : short(onBehalfOf) });
  return { kind: "agent", name: short(agentName), ...behalf, ...excerpt(reason), exchange };
}

/** The beginning of the reason: at most 500 characters, without blank lines. */
function excerpt(text: string): Pick<AgentBlock, "reason" | "text" | "more"> {
  const reason: string[] = [];
  const written: string[] = [];
  let room = REASON_CHARS;
  let more = 0;
  for (const line of text.split("\n")) {
    const characters = Array.from(line.trim());
    const shown = reason.length < REASON_LINES ? characters.slice(0, room).join("") : "";
    const taken = Array.from(shown).length;
    if (taken > 0) reason.push(visibleText(shown, { keepLines: false }));
    if (taken > 0 || characters.length === 0) {
      written.push(taken === characters.length ? line : shown);
    }
    room -= taken;
    more += characters.length - taken;
  }
  return { reason, text: written.join("\n").trimEnd(), more };
}

function short(name: string): string {
  const characters = Array.from(name);
  const cut = characters.length > NAME_CHARS;
  return shownText(cut ? `${characters.slice(0, NAME_CHARS).join("")}…` : name);
}

/** What a tool's renderer makes of the arguments. */
interface Rendering {
  /** Facts in words, shown beside the values and never instead of them. */
  readonly facts: readonly Fact[];
  /** Every argument in full. */
  readonly args: readonly ShownValue[];
}

/**
 * Shows the arguments of one tool better than as JSON; undefined if it does not recognize them.
 * Only the server registers renderers: no agent chooses how its action looks.
 */
type ToolRenderer = (args: JsonObject, words: RenderMessages) => Rendering | undefined;
type ToolRenderers = ReadonlyMap<string, ToolRenderer>;

const TOOL_RENDERERS: ToolRenderers = new Map([["write_file", writeFile]]);

function writeFile(args: JsonObject, words: RenderMessages): Rendering | undefined {
  const { path, content, ...others } = args;
  if (typeof path !== "string" || typeof content !== "string") return undefined;
  if (Object.keys(others).length > 0) return undefined;
  return {
    facts: [factIn(words)("writes", byteWords(utf8Length(content), words))],
    args: [...shownArgs({ path }), shownLines("/content", content)],
  };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
