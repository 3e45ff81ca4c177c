import { setTimeout as sleep } from "node:timers/promises";
import { notice } from "../../channels/console/agent-lines.ts";
import { givingTo } from "../../channels/console/ask-file.ts";
import { askOperator } from "../../channels/console/ask-operator.ts";
import { closedLine } from "../../channels/console/closed-line.ts";
import { decide } from "../../channels/console/decide.ts";
import { createLineReader, type LineReader } from "../../channels/console/line-reader.ts";
import { createMutex } from "../../channels/console/mutex.ts";
import { offerDraft } from "../../channels/console/offer-draft.ts";
import type { Terminal } from "../../channels/console/terminal.ts";
import { createUndoing } from "../../channels/console/undoing.ts";
import type { Voice } from "../../channels/console/voice.ts";
import { untilClosed } from "../../client/until-closed.ts";
import { ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { typedFile } from "../requests/typed-file.ts";

const RETRY_MS = 1_000;

/** The place of a run's operator: its questions are asked on the terminal where it was started. */
export interface OperatorDesk {
  /** Asks one question; several take turns. Ends when it is answered, here or elsewhere. */
  ask(request: ShownRequest): Promise<void>;
  /** Prints above the line that is being typed. */
  print(text: string): void;
  close(): void;
}

export interface DeskOptions {
  readonly terminal: Terminal;
  readonly voice: Voice;
  /** Earshot as the operator. */
  readonly earshot: Earshot;
  readonly signal: AbortSignal;
  /** The operator has pressed Ctrl-C. */
  onInterrupt(): void;
  /** A prompt begins (true) or is over. */
  onPrompt(isOpen: boolean): void;
}

export async function openDesk(options: DeskOptions): Promise<OperatorDesk> {
  const { terminal, voice, signal, onInterrupt, onPrompt } = options;
  const exclusively = createMutex();
  let isClosed = false;
  const reader = createLineReader(terminal, (typed) => {
    if (typed.kind === "interrupt") onInterrupt();
    else if (typed.kind === "line" && typed.text !== "") {
      notice(reader, voice.own.say("unsent.nothing_open", { typed: typed.text }));
    }
  });
  // From now on the reader has the keyboard: what was typed before a question cannot answer it.
  await reader.read("", AbortSignal.abort());

  async function ask(request: ShownRequest): Promise<void> {
    if (isClosed || signal.aborted) return;
    onPrompt(true);
    try {
      const end = await converse({ ...options, reader }, request);
      if (end === "interrupt") onInterrupt();
      if (end !== "end") return;
      isClosed = true;
      notice(reader, `Nobody answers here any more. ${elsewhere(request)}`);
    } finally {
      onPrompt(false);
    }
  }

  return {
    ask: (request) =>
      isClosed
        ? Promise.resolve(notice(reader, elsewhere(request)))
        : exclusively(() => ask(request)),
    print: reader.print,
    close: reader.close,
  };
}

/** How else an open question can be answered. */
export function elsewhere({ id, kind }: ShownRequest): string {
  if (kind === "authorization") {
    return `${id} waits for a decision: npx earshot approve ${id}, npx earshot reject ${id} --reason TEXT, or npx earshot console.`;
  }
  return `${id} waits for its answer: npx earshot answer ${id} TEXT, or npx earshot console.`;
}

type Half = DeskOptions & { readonly reader: LineReader };

async function converse(
  half: Half,
  request: ShownRequest,
): Promise<"end" | "interrupt" | undefined> {
  const { earshot, reader, voice, signal } = half;
  const release = new AbortController();
  const over = new AbortController();
  const waiting = untilClosed(earshot, request.id, {
    signal: AbortSignal.any([signal, over.signal]),
  });
  // A faster answer elsewhere removes the prompt. A failed wait keeps it: the answer may still
  // arrive.
  void waiting.then(
    () => release.abort(),
    () => {},
  );
  try {
    const both = AbortSignal.any([signal, release.signal]);
    if (request.kind === "authorization") return await decideHere(half, request, both);
    const to = {
      earshot,
      readFile: typedFile,
      reach: <T>(call: () => Promise<T>) => reach(half, call),
    };
    const dialogue = { reader, voice, checkSchema, giving: givingTo(request.id, to) };
    const reply = await askOperator(dialogue, request.question, both);
    switch (reply.kind) {
      case "end":
      case "interrupt":
        return reply.kind;
      case "released":
        if (signal.aborted) return undefined;
        notice(reader, closedLine((await waiting).request, voice));
        return await keepDraft(half, request, reply.draft);
      case "answer":
        await send(half, request, reply.answer);
        return undefined;
    }
  } finally {
    over.abort();
  }
}

async function keepDraft(
  half: Half,
  request: ShownRequest,
  draft: string,
): Promise<"end" | "interrupt" | undefined> {
  const { signal } = half;
  const become = await offerDraft(half, request, { draft, signal });
  if (become.kind === "send") await send(half, request, { text: draft });
  return become.kind === "left" ? become.end : undefined;
}

/** Shows it until it is decided, or the operator leaves it to others. */
async function decideHere(
  half: Half,
  { id }: ShownRequest,
  signal: AbortSignal,
): Promise<"end" | "interrupt" | undefined> {
  const { earshot, reader, voice } = half;
  const desk = {
    earshot,
    reader,
    voice,
    signal: half.signal,
    // What a run of this terminal asks waits for nothing else.
    undoing: createUndoing({ earshot, holds: false, voice, say: (text) => notice(reader, text) }),
    // A run asks one after the other.
    alike: [],
    others: 0,
    reach: <T>(call: () => Promise<T>) => reach(half, call),
  };
  for (;;) {
    const shown = await desk.reach(() => earshot.show({ id }));
    const request = shown?.request;
    if (request?.kind !== "authorization" || request.status !== "open") return undefined;
    const turn = await decide(desk, request, signal);
    if (turn.kind === "end" || turn.kind === "interrupt") return turn.kind;
    if (turn.kind !== "again" || half.signal.aborted) return undefined;
  }
}

/** Repeats a call while its failure is temporary; undefined if the run ends first. */
async function reach<T>({ reader, signal }: Half, call: () => Promise<T>): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await call();
    } catch (error) {
      if (!isEarshotError(error) || ERRORS[error.code].retry === "never") throw error;
      notice(reader, `${error.message} It is tried again.`);
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

/** Sends the answer until it is taken or refused: a server that is away comes back. */
async function send(half: Half, request: ShownRequest, answer: Answer): Promise<void> {
  const { earshot, signal } = half;
  // One key for all attempts: an answer whose acknowledgement was lost is not a late one.
  const call = { via: "console", idempotencyKey: crypto.randomUUID() } as const;
  for (;;) {
    try {
      await earshot.answer({ id: request.id, answer }, call);
      return;
    } catch (error) {
      if (!isRepeated(half, request, error)) return;
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}

/** Says what became of an answer that was not taken, and whether it is sent again. */
function isRepeated({ reader }: Half, request: ShownRequest, error: unknown): boolean {
  if (!isEarshotError(error)) throw error;
  const { code, message } = error;
  const canPass = ERRORS[code].retry !== "never";
  const lost =
    code === "REQUEST_CLOSED" ? "Your text is kept in the conversation." : elsewhere(request);
  notice(reader, `${message} ${canPass ? "Your answer is sent again." : lost}`);
  return canPass;
}
