import { closeSync, constants, openSync, readSync } from "node:fs";
import { Writable } from "node:stream";
import { ReadStream, WriteStream } from "node:tty";
import { createLineReader } from "../channels/console/line-reader.ts";
import { EarshotError } from "../domain/errors.ts";

/**
 * The keyboard and screen of the person in whose session the process runs, whatever its standard
 * streams are: a program that only pipes into a command cannot answer in their place.
 */
export interface ControllingTerminal {
  readonly columns: number;
  /** How many lines it shows at once, now. */
  rows(): number;
  /** The text is obeyed by the terminal: nothing an agent says comes here unescaped. */
  print(text: string): void;
  /** What was typed before the prompt stood answers nothing. */
  readLine(prompt: string): Promise<string>;
  /** The same, and nothing of it is shown. */
  readSecret(prompt: string): Promise<string>;
  /** One key, without Enter; the prompt is gone then. Ctrl-C is INTERRUPTED, Ctrl-D END_OF_INPUT. */
  readKey(prompt: string): Promise<string>;
}

export interface TerminalUse {
  /** What needs it, for who has none: `approving HIGH needs a person at one`. */
  readonly why: string;
  readonly signal: AbortSignal;
}

export const TERMINAL_PATH = "/dev/tty";
/** Of a terminal that does not know its size. */
const FALLBACK_COLUMNS = 80;
const FALLBACK_ROWS = 24;

/** Gives the terminal back, with its echo, however the work ends. NO_TERMINAL where there is none. */
export async function atControllingTerminal<T>(
  { why, signal }: TerminalUse,
  work: (terminal: ControllingTerminal) => Promise<T>,
): Promise<T> {
  const input = new ReadStream(openTerminal(constants.O_RDONLY, why));
  const screen = new WriteStream(openTerminal(constants.O_WRONLY, why));
  const read = (prompt: string, isSecret: boolean) =>
    readFrom({ input, screen, signal }, { prompt, isSecret });
  try {
    return await work({
      columns: screen.columns || FALLBACK_COLUMNS,
      rows: () => screen.rows || FALLBACK_ROWS,
      print: (text) => void screen.write(`${text}\n`),
      readLine: (prompt) => read(prompt, false),
      readSecret: (prompt) => read(prompt, true),
      readKey: (prompt) => keyFrom({ input, screen, signal }, prompt),
    });
  } finally {
    input.setRawMode(false);
    input.destroy();
    screen.destroy();
  }
}

function openTerminal(flags: number, why: string): number {
  try {
    return openSync(TERMINAL_PATH, flags);
  } catch (cause) {
    throw new EarshotError(
      "NO_TERMINAL",
      `There is no terminal that controls this process, and ${why}. Nothing was changed.`,
      { cause },
    );
  }
}

interface Streams {
  readonly input: ReadStream;
  readonly screen: WriteStream;
  readonly signal: AbortSignal;
}

async function readFrom(
  { input, screen, signal }: Streams,
  { prompt, isSecret }: { prompt: string; isSecret: boolean },
): Promise<string> {
  // No echo from here on, so that what is thrown away can be read at all: a terminal in its usual
  // mode keeps a line that was begun to itself.
  input.setRawMode(true);
  throwAway();
  const reader = createLineReader({ input, output: isSecret ? silent(screen, prompt) : screen });
  try {
    const typed = await reader.read(prompt, signal);
    if (isSecret) screen.write("\n");
    if (typed.kind === "line") return typed.text;
    throw typed.kind === "end" ? ended() : interrupted();
  } finally {
    reader.close();
  }
}

async function keyFrom({ input, screen, signal }: Streams, prompt: string): Promise<string> {
  input.setRawMode(true);
  throwAway();
  screen.write(prompt);
  try {
    const keys = await nextKeys(input, signal);
    if (keys.includes("\x03")) throw interrupted();
    if (keys.includes("\x04")) throw ended();
    return keys;
  } finally {
    screen.write(`\r${" ".repeat(prompt.length)}\r`);
  }
}

/** What comes at once is one key: a key that moves the cursor is several characters. */
async function nextKeys(input: ReadStream, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onData = (keys: Buffer | string) => resolve(keys.toString());
  const onEnd = () => reject(ended());
  const onAbort = () => reject(interrupted());
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  input.on("data", onData).on("end", onEnd).resume();
  try {
    return await promise;
  } finally {
    input.pause();
    input.off("data", onData).off("end", onEnd);
    signal.removeEventListener("abort", onAbort);
  }
}

/** Takes what has been typed so far, line ends or not. */
function throwAway(): void {
  const keyboard = openSync(TERMINAL_PATH, constants.O_RDONLY | constants.O_NONBLOCK);
  const bytes = Buffer.alloc(4_096);
  try {
    while (readSync(keyboard, bytes) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  } finally {
    closeSync(keyboard);
  }
}

/** Shows the prompt, and nothing of what the line editor draws. */
function silent(screen: WriteStream, prompt: string): Writable {
  screen.write(prompt);
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function ended(): EarshotError {
  return new EarshotError("END_OF_INPUT", "Nothing was typed, and nothing was changed.");
}

function interrupted(): EarshotError {
  return new EarshotError("INTERRUPTED", "Interrupted; nothing was changed.");
}
