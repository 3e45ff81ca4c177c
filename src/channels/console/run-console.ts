import { ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { SchemaCheck } from "../../domain/form-dialect.ts";
import type { MessageId, PrincipalId, RequestId } from "../../domain/id.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import { CHANGES_WHO_DECIDES } from "../../domain/log/who-decides-events.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { OpenAuthorization, Shown, ShownRequest } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { foldLines } from "../../render/fold-words.ts";
import { errorWords } from "../../render/refused-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import { agentLines, notice } from "./agent-lines.ts";
import type { Reply } from "./ask-fields.ts";
import { type FileGiving, givingTo } from "./ask-file.ts";
import { askOperator } from "./ask-operator.ts";
import { besideQuestion } from "./beside-question.ts";
import { closedLine } from "./closed-line.ts";
import { decide } from "./decide.ts";
import { alsoAskedLines, headLine } from "./head-line.ts";
import { createLineReader, type LineReader } from "./line-reader.ts";
import { type Next, type Waiting, whatWaits } from "./next-to-ask.ts";
import { offerDraft } from "./offer-draft.ts";
import { isLook, othersLine, printOthers } from "./others.ts";
import { pause } from "./pause.ts";
import type { Terminal } from "./terminal.ts";
import { createUndoing, heldLine, readingUndo, TAKEN_BACK, type Undoing } from "./undoing.ts";
import type { Voice } from "./voice.ts";
import { helpText, isHelp } from "./words.ts";

export interface ConsoleOptions {
  readonly earshot: Earshot;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly voice: Voice;
  readonly checkSchema: SchemaCheck;
  /** Reads the file at a path as the operator types it. Throws INVALID_INPUT and TOO_LARGE. */
  readonly readFile: FileGiving["readFile"];
  /** Whether what is decided is held for a moment, in which the operator can take it back. */
  readonly holds: boolean;
  /** Printed once the console misses nothing that is asked or told from then on. */
  readonly greeting: string;
  /** Present if Earshot is called over a connection that can break. */
  readonly link?: Link;
}

/** Reports when a connection breaks and when it is back. */
export interface Link {
  onChange(listener: (isUp: boolean) => void): void;
}

/** Why the console ended: end of input, an interrupt, or the signal. */
export type ConsoleEnd = "end" | "interrupt" | "stopped";

const RETRY_MS = 1_000;

/**
 * The operator's console. It shows each open request that this operator may decide, oldest first
 * and one at a time. It sums up in one line what others have to decide, and shows what agents tell.
 * If a request closes elsewhere, its prompt ends and says who was faster.
 */
export async function runConsole(options: ConsoleOptions): Promise<ConsoleEnd> {
  const { earshot, terminal, voice, signal, link, greeting, holds } = options;
  const { own } = voice;
  const stopped = new AbortController();
  const all = AbortSignal.any([signal, stopped.signal]);
  const ended = Promise.withResolvers<ConsoleEnd>();
  signal.addEventListener("abort", () => ended.resolve("stopped"), { once: true });
  if (signal.aborted) ended.resolve("stopped");
  const watch = createWatch();
  const lines = createLineReader(terminal, (typed) => {
    if (typed.kind !== "line") ended.resolve(typed.kind);
    else if (undoing.isMeant(typed.text)) void undoing.takeBack().catch(ended.reject);
    else if (isHelp(typed.text)) notice(reader, helpText(voice));
    else if (isLook(typed.text)) {
      watch.isLookWanted = true;
      watch.arrived();
    } else if (typed.text !== "") {
      notice(reader, own.say("unsent.nothing_open", { typed: typed.text }));
    }
  });
  const undoing = createUndoing({ earshot, holds, voice, say: (text) => notice(lines, text) });
  const reader = readingUndo(lines, undoing, () => watch.current?.release.abort(TAKEN_BACK));
  link?.onChange((isUp) => notice(reader, own.say(isUp ? "link.up" : "link.down")));
  try {
    const { principal } = await earshot.whoami();
    const aside = new Map<RequestId, number>();
    const me = principal.id;
    const told = new Set<RequestId>();
    const half: Half = { ...options, link, reader, watch, undoing, signal: all, aside, told, me };
    return await Promise.race([ended.promise, operate(half, greeting)]);
  } finally {
    stopped.abort();
    reader.close();
  }
}

async function operate(half: Half, greeting: string): Promise<ConsoleEnd> {
  const { seq } = await half.earshot.lastEvent();
  half.reader.print(greeting);
  const following = follow(half, seq).then(() => "stopped" as const);
  return await Promise.race([answerAll(half), following]);
}

interface Half extends Pick<ConsoleOptions, "earshot" | "voice" | "checkSchema" | "readFile"> {
  readonly reader: LineReader;
  readonly watch: Watch;
  readonly undoing: Undoing;
  readonly signal: AbortSignal;
  readonly link: Link | undefined;
  /** Requests not to ask again, by the version that was set aside. */
  readonly aside: Map<RequestId, number>;
  /** Requests for others that were already announced. */
  readonly told: Set<RequestId>;
  readonly me: PrincipalId;
}

async function follow(half: Half, after: number): Promise<void> {
  const { earshot, signal } = half;
  for await (const event of await earshot.events({ after, follow: true }, { signal })) {
    if (event.type === "message.created") await showMessage(half, event);
    else if (event.type === "request.shared") await showSharer(half, event);
    else if (CHANGES.has(event.type) || CHANGES_WHO_DECIDES.has(event.type)) {
      noteChange(half, event);
      const became = await untilReached(half, () => half.undoing.told(event));
      if (became !== undefined) notice(half.reader, became);
    }
  }
}

function noteChange({ watch, aside }: Half, { type, subject }: Event): void {
  if (NOT_SENT.has(type)) aside.delete(subject as RequestId);
  // A vote or another version of it may bring back what was set aside.
  watch.arrived();
  // The list can be ahead of the events: an "asked" event does not change a request.
  if (type === "request.created") return;
  const { current } = watch;
  const isHalted = type === "agent.halted" && subject === current?.agent;
  if (isHalted || subject === current?.id) current?.release.abort();
}

/** Events that bring something new to ask for, or change a request that was shown. */
const CHANGES: ReadonlySet<EventType> = new Set<EventType>([
  "request.created",
  "request.answered",
  "request.approved",
  "request.approval_voted",
  "request.rejected",
  "request.cancelled",
  "request.expired",
  "request.abandoned",
  "request.assumed",
  "request.demand_changed",
  "request.separated",
  "request.vote_revoked",
  "request.edited",
  "request.responded",
  "request.answered_back",
  "request.decision_held",
  "request.decision_undone",
  "request.decision_dropped",
]);
/** It is to be decided again. */
const NOT_SENT: ReadonlySet<EventType> = new Set<EventType>([
  "request.decision_undone",
  "request.decision_dropped",
]);

async function showMessage(half: Half, event: Event): Promise<void> {
  const { earshot, reader, voice, me } = half;
  const { own } = voice;
  const id = event.subject as MessageId;
  const message = await untilReached(half, () => earshot.showMessage({ id }));
  if (message === undefined) return;
  const { from, text } = message;
  // Events of an agent's own do not name the agent that they concern.
  if (event.agent === undefined || event.agent === from.principal) {
    notice(reader, own.say("said.tells", { name: oneLine(from.name, 80) }));
    reader.print(agentLines(text, { columns: reader.columns(), paint: half.voice.paint }));
  } else if (from.principal !== me || from.via !== "console") {
    // What another person says to an agent, or the same person elsewhere.
    const name = oneLine(from.name, 80);
    notice(reader, own.say("said.to_agent", { name, via: from.via, text }));
  }
}

/**
 * One more agent asks the question on the screen. The question stays, and so does what was typed.
 */
async function showSharer(half: Half, { subject: id, data }: Event): Promise<void> {
  const { earshot, reader, voice, watch } = half;
  if (data?.leader === undefined || data.leader !== watch.current?.id) return;
  const asked = await untilReached(half, () => earshot.show({ id: id as RequestId }));
  if (asked?.request.behind !== watch.current?.id || asked === undefined) return;
  for (const line of alsoAskedLines({ alsoAskedBy: [asked.request] }, voice)) notice(reader, line);
}

async function answerAll(half: Half): Promise<ConsoleEnd> {
  const { watch, signal } = half;
  while (!signal.aborted) {
    await watch.nextArrival(signal);
    const end = await untilReached(half, () => answerOpen(half));
    if (end !== undefined) return end;
  }
  return "stopped";
}

/** Asks about open requests, one after another, until none is left. */
async function answerOpen(half: Half): Promise<ConsoleEnd | undefined> {
  for (;;) {
    const { next, others } = await whatWaits(half);
    tellOthers(half, others);
    if (next === undefined || half.signal.aborted) return undefined;
    const end = await takeTurn(half, next);
    if (end !== undefined) return end;
  }
}

/** Announces once for each that it waits for others, and shows all of them on demand. */
function tellOthers({ reader, voice, watch, told }: Half, others: Waiting["others"]): void {
  if (watch.isLookWanted) printOthers(reader, others, voice);
  else if (others.some(({ id }) => !told.has(id))) notice(reader, othersLine(others, voice));
  watch.isLookWanted = false;
  for (const { id } of others) told.add(id);
}

/**
 * Repeats what fails temporarily, and says so once. The owner of a broken link reports that itself.
 */
async function untilReached<T>(
  { reader, signal, link }: Half,
  attempt: () => Promise<T>,
): Promise<T | undefined> {
  let isTold = false;
  while (!signal.aborted) {
    try {
      return await attempt();
    } catch (error) {
      if (!isEarshotError(error) || ERRORS[error.code].retry === "never") throw error;
      const isTheLink = link !== undefined && error.code === "UNREACHABLE";
      if (!isTold && !isTheLink) notice(reader, error.message);
      isTold = true;
      await pause(RETRY_MS, signal);
    }
  }
  return undefined;
}

async function takeTurn(half: Half, next: Next): Promise<ConsoleEnd | undefined> {
  const { request } = next;
  const { earshot, reader, voice, watch, signal } = half;
  const release = new AbortController();
  const agent = request.kind === "authorization" ? request.agent : undefined;
  watch.current = { id: request.id, agent, release };
  try {
    // It may have closed while the console was busy; then there is nothing to ask.
    const { request: now } = await earshot.show({ id: request.id });
    if (now.status !== "open" || now.forOthers !== undefined) return undefined;
    notice(reader, headLine({ ...next, request: now }, Date.now(), voice));
    for (const line of alsoAskedLines(now, voice)) notice(reader, line);
    if (next.fold !== undefined)
      for (const line of foldLines(next.fold, voice.words)) notice(reader, line);
    const both = AbortSignal.any([signal, release.signal]);
    if (now.kind === "authorization") {
      const alike = next.fold?.ids.filter((id) => id !== now.id) ?? [];
      return await decideOne(half, { request: now, alike, others: next.forOthers }, both);
    }
    const giving = givingTo(now.id, { ...half, reach: (call) => untilReached(half, call) });
    const beside = await besideQuestion(half, now);
    const dialogue = { ...half, giving, beside };
    return await take(half, now, await askOperator(dialogue, now.question, both));
  } finally {
    watch.current = undefined;
  }
}

async function decideOne(
  half: Half,
  {
    request,
    alike,
    others,
  }: { request: Shown<OpenAuthorization>; alike: readonly RequestId[]; others: number },
  signal: AbortSignal,
): Promise<ConsoleEnd | undefined> {
  const { earshot, reader, voice, aside } = half;
  const reach = <T>(call: () => Promise<T>) => untilReached(half, call);
  const { undoing } = half;
  const desk = { earshot, reader, voice, undoing, alike, others, signal: half.signal, reach };
  const turn = await decide(desk, request, signal);
  if (half.signal.aborted) return "stopped";
  if (turn.kind === "look") half.watch.isLookWanted = true;
  if (turn.kind === "aside") aside.set(request.id, turn.version);
  // A vote of several leaves it open once it is sent, which changes it once.
  if (turn.kind === "held") aside.set(request.id, turn.version + 1);
  return turn.kind === "end" || turn.kind === "interrupt" ? turn.kind : undefined;
}

async function take(
  half: Half,
  request: ShownRequest,
  reply: Reply,
): Promise<ConsoleEnd | undefined> {
  switch (reply.kind) {
    case "end":
    case "interrupt":
      return reply.kind;
    case "released":
      return await released(half, request, reply.draft);
    case "answer":
      await send(half, request, reply);
      return undefined;
  }
}

/** Its prompt is gone: somebody was faster, is deciding it, or the operator wants what was before. */
async function released(
  half: Half,
  request: ShownRequest,
  draft: string,
): Promise<ConsoleEnd | undefined> {
  const { earshot, reader, voice, signal, undoing } = half;
  if (signal.aborted) return "stopped";
  const now = (await untilReached(half, () => earshot.show({ id: request.id })))?.request;
  if (now?.status === "open") {
    const why = heldLine(now, voice);
    if (why !== undefined) {
      undoing.follow(now.id);
      notice(reader, why);
    }
    if (draft !== "") notice(reader, voice.own.say("unsent.draft", { draft }));
    return undefined;
  }
  if (now !== undefined) notice(reader, closedLine(now, voice));
  const become = await offerDraft(half, request, { draft, signal });
  if (become.kind === "left") return become.end;
  if (become.kind === "send") await send(half, request, { answer: { text: draft } });
  return undefined;
}

async function send(
  half: Half,
  request: ShownRequest,
  { answer }: { readonly answer: Answer },
): Promise<void> {
  const { earshot, reader, voice, undoing } = half;
  // All attempts share one key: an answer whose acknowledgement was lost is not a late one.
  const idempotencyKey = crypto.randomUUID();
  try {
    const { id } = request;
    const answered = await untilReached(half, () =>
      earshot.answer({ id, answer, ...undoing.held }, { via: "console", idempotencyKey }),
    );
    if (answered !== undefined) undoing.note([answered]);
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    const isLate = error.code === "REQUEST_CLOSED";
    const why = errorWords(error, voice.words);
    notice(reader, isLate ? voice.own.say("late.kept", { why }) : why);
  }
}

/** What the two halves of the console tell each other. */
interface Watch {
  /** The request on the screen, and what releases its prompt. */
  current:
    | {
        readonly id: RequestId;
        /** Whether the agent of this request is halted, so that nothing of it can be approved. */
        readonly agent?: PrincipalId | undefined;
        readonly release: AbortController;
      }
    | undefined;
  arrived(): void;
  /** The operator has asked to see what others decide. */
  isLookWanted: boolean;
  /** Resolves at the next arrival, or at once if one came since the last call. */
  nextArrival(signal: AbortSignal): Promise<void>;
}

function createWatch(): Watch {
  let hasArrived = true;
  let wake = () => {};
  return {
    current: undefined,
    isLookWanted: false,
    arrived() {
      hasArrived = true;
      wake();
    },
    async nextArrival(signal) {
      if (!hasArrived && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
        await promise;
      }
      hasArrived = false;
    },
  };
}
