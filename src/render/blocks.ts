import type { Level } from "../domain/authority/action.ts";
import type { Approvers, Authorization, Demand } from "../domain/authority/authorization.ts";
import { editKindOf } from "../domain/authority/edits.ts";
import { secretsIn } from "../domain/authority/redact.ts";
import type { ToolDefinition } from "../domain/authority/tool-definition.ts";
import type { JsonObject } from "../domain/json.ts";
import { isSameJson } from "../domain/json-equal.ts";
import type { PatchOperation } from "../domain/json-patch.ts";
import { roleInWords } from "../domain/people/end-user.ts";
import { present } from "../domain/present.ts";
import { ERASED } from "../domain/requests/erased.ts";
import type { AuthorizationRequest, Shown } from "../domain/requests/request.ts";
import { actionHeading } from "./action-heading.ts";
import { type Exchanged, exchangeOf } from "./exchange.ts";
import { handWords } from "./hand-words.ts";
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

/*
 * What people see of an authorization, before any channel gives it a form. It is made from the
 * stored action alone. Each text in it is one line with nothing hidden in it. What the agent says
 * has a zone of its own; labels, level and digest always come from Earshot.
 */
export type Block = TitleBlock | NoticeBlock | ActionBlock | AgentBlock;

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

export interface Fact {
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

export interface BlockOptions {
  readonly renderers?: ToolRenderers;
  /** What else Earshot has noticed. */
  readonly notices?: readonly string[];
}

const REASON_CHARS = 500;
/** Many short lines could push the action off the screen. */
const REASON_LINES = 12;
const NAME_CHARS = 80;
const NOTE_CHARS = 200;
/** Named one by one. */
const SUSPECTS = 5;
const TOO_DEEP = "The arguments are nested too deep to be searched for secrets.";
/** A new policy removed them; it approves nothing by itself. */
const ENOUGH = "nobody else: the policy wants fewer now. Approve it once more to let it run";
const TOOL_CHANGED =
  "The tool's definition has changed since it was pinned: another tool may stand under its name. An approval is for this call alone.";
const TOOL_NEW =
  "The tool is new: its server offered it only after its first listing to this agent. An approval makes it known, and rules and standing permissions let it pass from then on.";
const TOOL_RENAMED =
  "The tool is new, and takes what another one took that is gone: its server offers that one under another name. An approval makes it known, and rules and standing permissions let it pass from then on.";
const UNTOLD = "not known: nobody has told this definition";

export function authorizationBlocks(
  request: Shown<AuthorizationRequest>,
  { renderers = TOOL_RENDERERS, notices = [] }: BlockOptions = {},
): readonly Block[] {
  const { authorization, id, status } = request;
  const { level } = authorization.demand;
  const told = [...noticesOf(authorization), ...notices];
  return [
    { kind: "title", id, level, status },
    ...told.map((text): NoticeBlock => ({ kind: "notice", text: oneLine(text, 400) })),
    actionBlock(request, renderers),
    agentBlock(request),
  ];
}

function noticesOf({ action, toolChanged, toolNew, toolChange }: Authorization): string[] {
  const novel = toolChange?.former === undefined ? TOOL_NEW : TOOL_RENAMED;
  const changed = toolChanged === true ? [TOOL_CHANGED] : toolNew === true ? [novel] : [];
  const found = suspects(action.args);
  if (found === undefined) return [...changed, TOO_DEEP];
  if (found.length === 0) return changed;
  const more = found.length > SUSPECTS ? ` and ${found.length - SUSPECTS} more` : "";
  const named = found.slice(0, SUSPECTS).map(shownPointer).join(", ");
  return [...changed, `Looks like a secret, and is stored readable: ${named}${more}`];
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
): ActionBlock {
  const { action, digest } = authorization;
  const rendering = renderers.get(action.tool)?.(action.args);
  return {
    kind: "action",
    heading: actionHeading(authorization),
    tool: shownText(action.tool),
    level: authorization.demand.level,
    digest,
    unreadable: erasedAt === undefined ? unreadableIn(authorization) : [],
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
      ...definitionFacts(authorization),
      fact("rule", shownText(authorization.demand.rule)),
      ...whyOf(authorization.demand),
      fact("decides", deciders(authorization.demand)),
      ...votesOf(authorization, status),
      fact("expires", expiresAt ?? action.expiresAt),
      ...editOf(authorization, status),
    ],
  };
}

const GONE = { path: "", value: ERASED };

/** Each part of a changed definition: the old one, and below it the new one. */
function definitionFacts({ toolChange, toolNew }: Authorization): Fact[] {
  if (toolChange === undefined) return [];
  const { former, now } = toolChange;
  if (toolNew === true && former === undefined) {
    return [fact("tool is", now === undefined ? UNTOLD : shownJson({ ...now }))];
  }
  if (former === undefined || now === undefined) {
    return [
      fact("tool was", former === undefined ? UNTOLD : shownJson({ ...former })),
      fact("tool is", now === undefined ? UNTOLD : shownJson({ ...now })),
    ];
  }
  const [was, is] = [partsOf(former), partsOf(now)];
  const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return parts
    .filter((part) => !isSameJson(was[part] ?? null, is[part] ?? null))
    .flatMap((part) => [
      fact("tool was", `${shownText(part)} ${shownJson(was[part] ?? null)}`),
      fact("tool is", `${shownText(part)} ${shownJson(is[part] ?? null)}`),
    ]);
}

function partsOf({ more = {}, ...known }: ToolDefinition): JsonObject {
  return { ...known, ...more };
}

function fact(label: string, value: string): Fact {
  return { label, value };
}

function deciders({ approvers, quorum, stepUp, hands }: Demand): string {
  const who = quorum === 1 ? "one" : `${quorum} different people`;
  const proof = stepUp ? ", with a passphrase" : "";
  const hand = hands === "any" ? ", by whatever hand" : "";
  return `${who} of: ${approverNames(approvers)}${proof}${hand}`;
}

function approverNames({ names, roles }: Approvers): string {
  const all = [...names.map(shownText), ...roles.map(roleInWords)];
  return all.length === 0 ? "nobody" : all.join(", ");
}

function votesOf(
  { votes, demand }: Authorization,
  status: Shown<AuthorizationRequest>["status"],
): Fact[] {
  const missing = demand.quorum - votes.length;
  const given = votes.flatMap(({ by, at, note, ...handed }) => {
    const hand = handWords(handed);
    const vote = fact("approved", `${actor(by)}${hand === "" ? "" : `${hand},`} at ${at}`);
    return note === undefined ? [vote] : [vote, noted(by, note)];
  });
  if (votes.length === 0 || status !== "open") return given;
  return [...given, fact("missing", missing > 0 ? `${missing} more` : ENOUGH)];
}

/** A person's words, in their own line and cut, so that they take no room of what binds. */
function noted(by: { readonly name: string }, note: string): Fact {
  return fact("note", `${shownText(by.name)} says: ${shownText(oneLine(note, NOTE_CHARS))}`);
}

function whyOf({ why }: Demand): Fact[] {
  return why === undefined ? [] : [fact("why it asks", shownText(why))];
}

function editOf(
  authorization: Authorization,
  status: Shown<AuthorizationRequest>["status"],
): Fact[] {
  const { edit } = authorization;
  if (edit === undefined) return [];
  const isForOthers = edit.others === true && editKindOf(authorization) === "wider";
  const author = `${shownText(edit.by.name)}, who changed the arguments`;
  return [
    ...(isForOthers && status === "open" ? [fact("decides not", author)] : []),
    fact("edited by", `${actor(edit.by)} at ${edit.at}; asked for was sha256:${edit.digest}`),
    ...(edit.note === undefined ? [] : [noted(edit.by, edit.note)]),
    ...edit.patch.map((operation) => fact("changed", change(operation))),
  ];
}

function change(operation: PatchOperation): string {
  const where = `${operation.op} ${shownJson(operation.path)}`;
  if (operation.op === "remove") return where;
  const { value } = operation;
  const isLong = typeof value === "string" && value.includes("\n");
  return `${where}: ${isLong ? "the lines that stand there now" : shownJson(value)}`;
}

function actor({ name, via }: { readonly name: string; readonly via: string }): string {
  return `${shownText(name)} via ${via}`;
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
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Every argument in full. */
  readonly args: readonly ShownValue[];
}

/**
 * Shows the arguments of one tool better than as JSON; undefined if it does not recognize them.
 * Only the server registers renderers: no agent chooses how its action looks.
 */
type ToolRenderer = (args: JsonObject) => Rendering | undefined;
type ToolRenderers = ReadonlyMap<string, ToolRenderer>;

const TOOL_RENDERERS: ToolRenderers = new Map([["write_file", writeFile]]);

function writeFile(args: JsonObject): Rendering | undefined {
  const { path, content, ...others } = args;
  if (typeof path !== "string" || typeof content !== "string") return undefined;
  if (Object.keys(others).length > 0) return undefined;
  return {
    facts: [{ label: "writes", value: `${utf8Length(content).toLocaleString("en")} bytes` }],
    args: [...shownArgs({ path }), shownLines("/content", content)],
  };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
