import { notice } from "../../channels/console/agent-lines.ts";
import {
  createLineReader,
  type LineReader,
  type Typed,
} from "../../channels/console/line-reader.ts";
import type { Terminal } from "../../channels/console/terminal.ts";
import { newIdempotencyKey } from "../../client/idempotency-key.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { AttachmentInput, BeginConversationInput } from "../../ports/earshot/liaison.ts";
import { connect } from "../terminal/connect.ts";
import { ensureServer } from "../terminal/ensure-server.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import { createLink } from "../terminal/reconnect.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { completedText, goOnText } from "./go-on-text.ts";
import { PERSON_SIGN } from "./said-lines.ts";
import { createTalk, type Desk, type Talk } from "./talk.ts";
import { untilReached } from "./until-reached.ts";

/** Either a new conversation with the person's first words, or one to continue. */
export type Opening = { readonly key: string } & (
  | { readonly kind: "begin"; readonly input: BeginConversationInput }
  | {
      readonly kind: "go on";
      readonly id: ConversationId;
      readonly words?: string;
      readonly attachments?: readonly AttachmentInput[];
    }
);

type End = "completed" | "end" | "interrupt" | "stopped";

const CODES: Readonly<Record<End, number>> = {
  completed: EXIT_CODES.answered,
  end: EXIT_CODES.endOfInput,
  interrupt: EXIT_CODES.interrupted,
  stopped: EXIT_CODES.interrupted,
};

/** If set, a server is looked for, and started if there is none. */
const RETRY_FOR_MS = 1_000;
const LINK_UP = "The server is back.";
const LINK_DOWN = "The server is away. What you say is sent as soon as it is back.";

/**
 * Holds a conversation on a terminal until it is completed or the person leaves; returns an exit
 * code.
 */
export async function converse(
  context: RunContext,
  terminal: Terminal,
  opening: Opening,
): Promise<number> {
  const { environment, options } = context;
  const stopped = new AbortController();
  const signal = AbortSignal.any([context.signal, stopped.signal]);
  const link = createLink();
  const words = createPersonWords(terminal);
  const { reader } = words;
  link.onChange((isUp) => notice(reader, isUp ? LINK_UP : LINK_DOWN));
  const earshot = connect({
    dataFolder: options.data,
    environment,
    as: "operator",
    fetch: link.fetch,
    onRetry: link.onRetry,
    retryForMs: RETRY_FOR_MS,
  });
  const desk: Desk = {
    context,
    earshot,
    reader,
    reaching: { signal, onAway: () => seekServer(context, reader) },
  };
  let id = opening.kind === "go on" ? opening.id : undefined;
  const onOpened = (opened: ConversationId) => {
    id = opened;
  };
  try {
    const end = await Promise.race([words.left, hold(desk, words, { ...opening, onOpened })]);
    const isOver = end === "completed" && id !== undefined;
    const last = isOver ? completedText(context, id as ConversationId) : goOnText(context, id);
    reader.print(context.output.style.dim(last));
    return CODES[end];
  } catch (error) {
    reader.print(context.output.style.dim(goOnText(context, id)));
    throw error;
  } finally {
    stopped.abort();
    reader.close();
  }
}

async function seekServer(context: RunContext, reader: LineReader): Promise<void> {
  try {
    await ensureServer(context);
  } catch (error) {
    if (!context.signal.aborted) notice(reader, (error as Error).message);
  }
}

type Opened = Opening & { readonly onOpened: (id: ConversationId) => void };

async function hold(desk: Desk, words: PersonWords, opening: Opened): Promise<End> {
  const { earshot, reader, reaching } = desk;
  const { style } = desk.context.output;
  const newest = await untilReached(reaching, () => earshot.lastEvent());
  const id = await open(desk, opening);
  if (newest === undefined || id === undefined) return "stopped";
  opening.onOpened(id);
  reader.print(style.dim("Ctrl-D leaves the conversation open."));
  const talk = createTalk(desk, { id, isNew: opening.kind === "begin" });
  await talk.refresh();
  const following = follow(desk, talk, newest.seq);
  if (opening.kind === "go on" && opening.words !== undefined) {
    await talk.say(opening.words, opening.key, opening.attachments);
  }
  return await Promise.race([goOn(desk, words, talk), following]);
}

async function open(
  { earshot, reaching }: Desk,
  opening: Opening,
): Promise<ConversationId | undefined> {
  if (opening.kind === "go on") return opening.id;
  const call = { idempotencyKey: opening.key, signal: reaching.signal };
  const begun = await untilReached(reaching, () => earshot.beginConversation(opening.input, call));
  return begun?.conversation_id;
}

/** Shows what happens in the conversation while the person thinks, whoever caused it. */
async function follow({ earshot, reaching }: Desk, talk: Talk, after: number): Promise<End> {
  const { signal } = reaching;
  const events = await untilReached({ signal }, () =>
    earshot.events({ after, follow: true }, { signal }),
  );
  for await (const { subject } of events ?? []) if (subject === talk.id) await talk.refresh();
  return "stopped";
}

async function goOn({ reader, reaching }: Desk, words: PersonWords, talk: Talk): Promise<End> {
  const { signal } = reaching;
  const both = AbortSignal.any([signal, talk.over]);
  while (!both.aborted) {
    const typed = await words.read(both);
    switch (typed.kind) {
      case "end":
      case "interrupt":
        return typed.kind;
      case "line":
        if (typed.text.trim() !== "") await talk.say(typed.text, newIdempotencyKey());
        break;
      case "released":
        if (typed.draft !== "") notice(reader, `Not sent: ${typed.draft}`);
    }
  }
  return talk.over.aborted ? "completed" : "stopped";
}

/** Reads what the person says: lines that arrive together, as in a paste, are one message. */
interface PersonWords {
  read(signal: AbortSignal): Promise<Typed>;
  readonly reader: LineReader;
  /** Resolves if they end the dialogue while nothing is being read. */
  readonly left: Promise<"end" | "interrupt">;
}

function createPersonWords(terminal: Terminal): PersonWords {
  const left = Promise.withResolvers<"end" | "interrupt">();
  let pasted: string[] | undefined;
  let keys = "";
  const reader = createLineReader(terminal, (typed) => {
    if (typed.kind !== "line") left.resolve(typed.kind);
    else if (pasted !== undefined) pasted.push(typed.text);
    // It cannot answer what nobody had seen.
    else if (typed.text !== "") {
      notice(reader, `Not sent, since the liaison had not replied yet: ${typed.text}`);
    }
  });
  // Before the editor's own listener, so that a line is known together with what arrived with it.
  terminal.input.prependListener("data", (chunk: Buffer | string) => {
    keys = chunk.toString();
  });

  /** The line and whatever came with it, once input pauses: the last line may have no end. */
  async function whole(first: string, rest: string[], signal: AbortSignal): Promise<string> {
    const isPaste = rest.length > 0 || /[\r\n][^\r\n]/.test(keys);
    if (isPaste) await reader.untilRested(signal);
    return [first, ...rest].join("\n");
  }

  return {
    reader,
    left: left.promise,
    async read(signal) {
      const rest: string[] = [];
      pasted = rest;
      try {
        const typed = await reader.read(PERSON_SIGN, signal);
        if (typed.kind !== "line") return typed;
        return { kind: "line", text: await whole(typed.text, rest, signal) };
      } finally {
        pasted = undefined;
      }
    },
  };
}
