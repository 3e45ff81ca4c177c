import { isAtLeast, isTypedPart, TYPED_DIGITS } from "../../domain/authority/action.ts";
import type { Demand } from "../../domain/authority/authorization.ts";
import { wantsNote } from "../../domain/authority/vote-words.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { OpenAuthorization, Shown } from "../../domain/requests/request.ts";
import type { Presence } from "../../ports/earshot/authority.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { authorizationBlocks } from "../../render/blocks.ts";
import { whyWords } from "../../render/refused-words.ts";
import { layOut } from "../../render/terminal-blocks.ts";
import { oneLine } from "../../render/visible-text.ts";
import { notice } from "./agent-lines.ts";
import type { LineReader, Typed } from "./line-reader.ts";
import { isLook } from "./others.ts";
import type { Undoing } from "./undoing.ts";
import type { Voice } from "./voice.ts";
import { choicesOf, helpText, isHelp } from "./words.ts";

/** What the operator decided about an authorization, or how the prompt ended without a decision. */
export type Verdict =
  | { readonly kind: "approve"; readonly presence: Presence; readonly note?: string }
  | { readonly kind: "respond"; readonly text: string }
  | { readonly kind: "ask"; readonly text: string }
  | {
      readonly kind: "reject";
      readonly reason: string;
      /**
       * `all` also covers similar requests that are open; `like` also covers those that come within
       * the hour.
       */
      readonly reach: "this" | "all" | "like";
    }
  | { readonly kind: "skip" }
  | { readonly kind: "look" }
  | NoLine;

type NoLine = Exclude<Typed, { kind: "line" }>;

/** Fits a terminal of any height. */
const MOST_CHARS = 64 * 1024;
/** Assumed for a terminal that does not report its height. */
const FALLBACK_ROWS = 24;
/** Lines of the prompt, which a narrow terminal wraps. */
const PROMPT_ROWS = 2;
const TICKET_CHARS = 120;

export interface AskedWhere {
  readonly reader: LineReader;
  readonly voice: Voice;
  /** Open requests of the same agent that are like this one. */
  readonly alike: readonly RequestId[];
  /** How many wait that this operator may not decide. */
  readonly others: number;
}

/** What is decided, with what stands beside it. */
export interface Asked {
  readonly request: Shown<OpenAuthorization>;
  readonly evidence: readonly EvidenceView[];
}

export interface DecisionDesk extends AskedWhere {
  readonly earshot: Pick<
    Earshot,
    | "approve"
    | "askBack"
    | "previewRejection"
    | "reject"
    | "respond"
    | "show"
    | "showEvidence"
    | "tell"
  >;
  readonly undoing: Undoing;
  /** Ends the console, and with it the current prompt. */
  readonly signal: AbortSignal;
  /** Repeats a call while it fails temporarily; undefined if the console ends first. */
  reach<T>(call: () => Promise<T>): Promise<T | undefined>;
}

/** Shows an authorization on the terminal and reads input until there is a decision. */
export async function askDecision(
  { reader, voice, alike, others }: AskedWhere,
  asked: Asked,
  signal: AbortSignal,
): Promise<Verdict> {
  const { request } = asked;
  const mayApprove = showAction(reader, asked, voice);
  const choices = choicesOf(
    { approve: mayApprove, alike: alike.length > 0, others: others > 0 },
    voice,
  );
  // Keys pressed before the request could be read decide nothing.
  await reader.untilRested(signal);
  for (;;) {
    const typed = await reader.read(`[OPERATOR] ${choices}: `, signal);
    if (typed.kind !== "line") return typed;
    const said = others > 0 && isLook(typed.text) ? LOOK : verdictOf(typed.text);
    const verdict =
      isApproval(said) && mayApprove
        ? await askApproval({ reader, voice }, { request, said }, signal)
        : refusedUnlessVerdict(said, { text: typed.text, choices, voice });
    if (verdict.kind !== "refused") return verdict;
    notice(reader, verdict.why);
  }
}

const LOOK = { kind: "look" } as const;

/** Whether it may be approved as the screen shows it now. */
function showAction(reader: LineReader, { request, evidence }: Asked, voice: Voice): boolean {
  const rows = reader.rows() || FALLBACK_ROWS;
  // Lines that scrolled away before the prompt may not have been seen by anybody.
  const maxLines = Math.max(rows - PROMPT_ROWS, 1);
  const room = { maxLines, maxChars: MOST_CHARS, width: reader.columns(), paint: voice.paint };
  const { lines, isWhole } = layOut(authorizationBlocks(request, { ...voice, evidence }), {
    ...room,
    words: voice.words,
  });
  const text = lines.join("\n");
  reader.print(text);
  reader.about(text);
  const hindrance =
    request.forOthers === undefined
      ? isWhole
        ? undefined
        : voice.own.say("too_long", { id: request.id })
      : whyWords(request.forOthers, voice.words);
  if (hindrance !== undefined) notice(reader, hindrance);
  return hindrance === undefined;
}

interface Approval {
  readonly kind: "approval";
  readonly note?: string;
}

type Line =
  | Extract<Verdict, { kind: "reject" | "respond" | "ask" | "skip" | "look" }>
  | Approval
  | "help"
  | "no reason"
  | "no words"
  | "no decision";

function isApproval(said: Line): said is Approval {
  return typeof said === "object" && said.kind === "approval";
}

type Proved = Extract<Verdict, { kind: "approve" }> | NoLine | Refused;

/** Reads the note that the rule wants, unless it was typed already, and then what they prove. */
async function askApproval(
  where: Pick<AskedWhere, "reader" | "voice">,
  { request, said }: { readonly request: Shown<OpenAuthorization>; readonly said: Approval },
  signal: AbortSignal,
): Promise<Proved> {
  const { demand } = request.authorization;
  let { note } = said;
  if (note === undefined && wantsNote(demand)) {
    const prompt = noteWords(demand, where.voice);
    const typed = await where.reader.read(`[OPERATOR] ${prompt}: `, signal);
    if (typed.kind !== "line") return typed;
    note = typed.text.trim();
    if (note === "") return { kind: "refused", why: where.voice.own.say("unsent.note") };
  }
  const proved = await askPresence(where, request, signal);
  return proved.kind === "approve" && note !== undefined ? { ...proved, note } : proved;
}

/** What an approver is asked to write. */
export function noteWords({ tickets }: Demand, { own }: Voice): string {
  return tickets === undefined
    ? own.say("prompt.why")
    : own.say("prompt.ticket", { ticket: oneLine(tickets.join(", "), TICKET_CHARS) });
}

/** Only these words decide. Anything else that is typed is sent to nobody. */
function verdictOf(text: string): Line {
  const said = text.trim();
  const approval = /^approve(?:\s+--note\s+(\S.*))?$/is.exec(said);
  if (approval !== null) return { kind: "approval", ...present({ note: approval[1] }) };
  if (isHelp(said)) return "help";
  if (/^skip$/i.test(said)) return { kind: "skip" };
  const words = /^(respond|ask)(?:\s+(.*))?$/is.exec(said);
  if (words !== null) {
    const text = words[2]?.trim() ?? "";
    const kind = words[1]?.toLowerCase() as "respond" | "ask";
    return text === "" ? "no words" : { kind, text };
  }
  const rejection = /^reject(?:-(all|like))?(?:\s+(.*))?$/is.exec(said);
  if (rejection === null) return "no decision";
  const reach = (rejection[1]?.toLowerCase() ?? "this") as "this" | "all" | "like";
  const reason = rejection[2]?.trim() ?? "";
  return reason === "" ? "no reason" : { kind: "reject", reason, reach };
}

type Refused = { readonly kind: "refused"; readonly why: string };

interface TypedHere {
  readonly text: string;
  readonly choices: string;
  readonly voice: Voice;
}

function refusedUnlessVerdict(said: Line, typed: TypedHere): Verdict | Refused {
  if (typeof said === "object" && said.kind !== "approval") return said;
  return { kind: "refused", why: whyNone(said, typed) };
}

function whyNone(said: Line, { text, choices, voice }: TypedHere): string {
  const { own } = voice;
  if (said === "help") return helpText(voice);
  if (said === "no reason") return own.say("unsent.reason");
  if (said === "no words") return own.say("unsent.words");
  return own.say("unsent.verdict", { typed: oneLine(text, 200), choices });
}

/** What the operator proves about themselves before they approve. */
async function askPresence(
  { reader, voice }: Pick<AskedWhere, "reader" | "voice">,
  { authorization }: Shown<OpenAuthorization>,
  signal: AbortSignal,
): Promise<Proved> {
  const { digest, demand } = authorization;
  const { own } = voice;
  let presence: Presence = {};
  if (isAtLeast(demand.level, "HIGH")) {
    const { level } = demand;
    const prompt = own.say("prompt.digits", { level, count: TYPED_DIGITS });
    const typed = await reader.read(`[OPERATOR] ${prompt}: `, signal);
    if (typed.kind !== "line") return typed;
    const given = typed.text.trim().replace(/^sha256:/i, "");
    if (!isTypedPart(given, digest)) {
      return { kind: "refused", why: own.say("unsent.digest") };
    }
    presence = { typed: given };
  }
  if (!demand.stepUp) return { kind: "approve", presence };
  const passphrase = await askPassphrase({ reader, voice }, signal);
  if (typeof passphrase === "object") return passphrase;
  if (passphrase === "") return { kind: "refused", why: own.say("unsent.passphrase") };
  return { kind: "approve", presence: { ...presence, passphrase } };
}

/** Reads the passphrase without leaving a trace on the screen. */
export async function askPassphrase(
  { reader, voice }: Pick<AskedWhere, "reader" | "voice">,
  signal: AbortSignal,
): Promise<string | NoLine> {
  const typed = await reader.readHidden(
    `[OPERATOR] ${voice.own.say("prompt.passphrase")}: `,
    signal,
  );
  return typed.kind === "line" ? typed.text : typed;
}
