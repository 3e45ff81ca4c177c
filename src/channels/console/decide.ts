import { missingVotes } from "../../domain/authority/places.ts";
import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import { present } from "../../domain/present.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Shown,
  ShownRequest,
} from "../../domain/requests/request.ts";
import type { ApproveInput, Presence, RejectionPreview } from "../../ports/earshot/authority.ts";
import { errorWords } from "../../render/refused-words.ts";
import { notice } from "./agent-lines.ts";
import { askDecision, askPassphrase, type DecisionDesk, type Verdict } from "./ask-decision.ts";
import { alsoRevokedWords, closedLine } from "./closed-line.ts";
import type { Typed } from "./line-reader.ts";
import { offerDraft } from "./offer-draft.ts";
import { likeReach, rejectAlike } from "./reject-alike.ts";
import { heldLine, isHeld, TAKEN_BACK } from "./undoing.ts";

/** Where a request stands after its turn at the terminal. */
export type Turn =
  /** It was decided, here or elsewhere. */
  | { readonly kind: "closed" }
  /** It was decided here, and can be taken back for a moment. */
  | { readonly kind: "held"; readonly version: number }
  /** Nothing more is asked here until it changes beyond this version. */
  | { readonly kind: "aside"; readonly version: number }
  /** What was shown is out of date, or the decision was refused and another one may be tried. */
  | { readonly kind: "again" }
  /** The operator wants to see first what others decide. */
  | { readonly kind: "look" }
  | Exclude<Typed, { kind: "line" | "released" }>;

/** Lets the operator decide one authorization, and returns what came of it. */
export async function decide(
  desk: DecisionDesk,
  request: Shown<OpenAuthorization>,
  signal: AbortSignal,
): Promise<Turn> {
  const like = await likeReach(desk, request);
  const evidence = await evidenceBeside(desk, request);
  const verdict = await askDecision(desk, { request, evidence }, signal);
  switch (verdict.kind) {
    case "end":
    case "interrupt":
    case "look":
      return verdict;
    case "released":
      return await changed(desk, { request, signal }, verdict);
    case "skip":
      say(desk, desk.voice.own.say("turn.skipped", { id: request.id }));
      return aside(request);
    case "approve":
    case "respond":
    case "ask":
      return await send(desk, { request, signal }, verdict);
    case "reject": {
      const turn = await send(desk, { request, signal, like }, verdict);
      if (turn.kind === "closed" || turn.kind === "held") {
        await rejectAlike(desk, { request, like }, verdict);
      }
      return turn;
    }
  }
}

/** Without it the request cannot be approved here, so nothing is lost where it does not come. */
async function evidenceBeside(
  { earshot, reach, voice }: DecisionDesk,
  { id, authorization }: Shown<OpenAuthorization>,
): Promise<readonly EvidenceView[]> {
  if (authorization.action.evidence === undefined) return [];
  return (
    (await reach(() => earshot.showEvidence({ id, language: voice.words.language })))?.items ?? []
  );
}

interface Turned {
  readonly request: Shown<OpenAuthorization>;
  readonly signal: AbortSignal;
  readonly like?: RejectionPreview | undefined;
}
type Decided = Shown<AuthorizationRequest>;
type Decision = Extract<Verdict, { kind: "approve" | "reject" | "respond" | "ask" }>;

/** Each send follows an explicit request of the operator, so an error never repeats by itself. */
async function send(desk: DecisionDesk, turned: Turned, decision: Decision): Promise<Turn> {
  const { request, signal } = turned;
  try {
    return settled(desk, await desk.reach(callOf(desk, turned, decision)), request);
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    if (!wantsPassphrase(error, decision)) return refused(desk, request, error);
    say(desk, errorWords(error, desk.voice.words));
    const passphrase = await askPassphrase(desk, signal);
    if (typeof passphrase === "object") {
      return passphrase.kind === "released" ? await changed(desk, turned, passphrase) : passphrase;
    }
    if (passphrase === "") return { kind: "again" };
    const presence = { ...decision.presence, passphrase };
    return await send(desk, turned, { ...decision, presence });
  }
}

/**
 * The server demands more than the request says, if the operator is alone and decides for their own
 * agent.
 */
function wantsPassphrase(
  error: unknown,
  decision: Decision,
): decision is { kind: "approve"; presence: Presence; note?: string } {
  if (!isEarshotError(error, "STEP_UP_NEEDED") || decision.kind !== "approve") return false;
  return error.details?.["reason"] !== "unattended" && decision.presence.passphrase === undefined;
}

function callOf({ earshot, undoing }: DecisionDesk, { request, like }: Turned, decision: Decision) {
  const { id, authorization } = request;
  // All attempts share one key: a vote whose acknowledgement was lost must not count twice.
  const call = { via: "console", idempotencyKey: crypto.randomUUID() } as const;
  if (decision.kind === "reject") {
    const { reason, reach } = decision;
    const standing = reach === "like" && {
      covers: reach,
      ...(like && { digitsAt: like.digitsAt }),
    };
    return () => earshot.reject({ id, reason, ...standing, ...undoing.held }, call);
  }
  if (decision.kind === "respond") {
    return () => earshot.respond({ id, text: decision.text, ...undoing.held }, call);
  }
  if (decision.kind === "ask") {
    return async () => (await earshot.askBack({ id, text: decision.text }, call)) as Decided;
  }
  const { presence, note } = decision;
  const approval = { id, digest: authorization.digest, ...presence };
  const input: ApproveInput = { ...approval, ...present({ note }), ...undoing.held };
  return () => earshot.approve(input, call);
}

function settled(
  desk: DecisionDesk,
  now: Shown<AuthorizationRequest> | undefined,
  request: Shown<OpenAuthorization>,
): Turn {
  if (now === undefined) return aside(request);
  const { own } = desk.voice;
  if (now.status !== "open") {
    say(
      desk,
      now.status === "approved"
        ? own.say("turn.approved")
        : closedLine(now, desk.voice) + alsoRevokedWords(now, desk.voice),
    );
    return { kind: "closed" };
  }
  if (desk.undoing.note([now])) return { kind: "held", version: now.version };
  if (unansweredBack(now) !== undefined) {
    say(desk, own.say("turn.asked"));
    return aside(now);
  }
  const { demand, votes } = now.authorization;
  const missing = missingVotes(demand, votes);
  say(desk, own.say("turn.voted", { count: missing }));
  return aside(now);
}

/** Refusals that another look or another try can mend. All others set the request aside. */
const MENDABLE = new Set(["DIGEST_MISMATCH", "STEP_UP_NEEDED", "INVALID_INPUT", "TOO_LARGE"]);

function refused(desk: DecisionDesk, request: Shown<OpenAuthorization>, error: EarshotError): Turn {
  const { code } = error;
  if (code === "REQUEST_CLOSED") {
    say(desk, desk.voice.own.say("late.why", { why: errorWords(error, desk.voice.words) }));
    return { kind: "closed" };
  }
  say(desk, errorWords(error, desk.voice.words));
  return MENDABLE.has(code) ? { kind: "again" } : aside(request);
}

/** Somebody acted on it elsewhere, so the prompt is gone. */
async function changed(
  desk: DecisionDesk,
  { request, signal }: Turned,
  { draft }: Extract<Typed, { kind: "released" }>,
): Promise<Turn> {
  if (signal.reason === TAKEN_BACK) return { kind: "again" };
  const { id } = request;
  const shown = await desk.reach(() => desk.earshot.show({ id }));
  if (shown === undefined) return { kind: "closed" };
  const isOpen = shown.request.status === "open";
  const { voice } = desk;
  if (isHeld(shown.request)) desk.undoing.follow(id);
  say(
    desk,
    isOpen
      ? (heldLine(shown.request, voice) ?? voice.own.say("turn.changed"))
      : closedLine(shown.request, voice),
  );
  if (!isOpen && !isVerb(draft)) return await offered(desk, request, draft);
  if (draft !== "") say(desk, voice.own.say("unsent.draft", { draft }));
  return isOpen ? { kind: "again" } : { kind: "closed" };
}

/**
 * Half a decision or digits of a digest mean nothing to an agent, and must not look like approval.
 */
function isVerb(draft: string): boolean {
  const said = draft.trim().toLowerCase();
  return (
    ["approve", "reject", "respond", "ask", "skip"].some((verb) => verb.startsWith(said)) ||
    /^[\da-f]+$/.test(said)
  );
}

/** A reason that came too late can still be sent to the agent. */
async function offered(desk: DecisionDesk, request: ShownRequest, draft: string): Promise<Turn> {
  const end = await offerDraft(desk, request, { draft, signal: desk.signal });
  if (end.kind === "left") return { kind: end.end };
  if (end.kind === "kept") return { kind: "closed" };
  const call = { via: "console", idempotencyKey: crypto.randomUUID() } as const;
  const message = { agent: request.agentName, text: draft };
  try {
    const sent = await desk.reach(() => desk.earshot.tell(message, call));
    if (sent !== undefined) say(desk, desk.voice.own.say("turn.told"));
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    say(desk, errorWords(error, desk.voice.words));
  }
  return { kind: "closed" };
}

function aside({ version }: ShownRequest): Turn {
  return { kind: "aside", version };
}

function say({ reader }: DecisionDesk, text: string): void {
  notice(reader, text);
}
