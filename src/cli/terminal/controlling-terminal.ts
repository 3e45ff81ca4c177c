import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { ReadStream, WriteStream } from "node:tty";
import { createKeyboard, TYPED_MS } from "../../channels/console/keyboard.ts";
import { createLineReader } from "../../channels/console/line-reader.ts";
import { controllingInput, controllingOutput } from "../../channels/console/terminal.ts";
import { EarshotError } from "../../domain/errors.ts";

/**
 * The keyboard and screen of the person in whose session the process runs, whatever its standard
 * streams are: a program that only pipes into a command cannot answer for that person.
 */
export interface ControllingTerminal {
  readonly columns: number;
  /** How many lines it shows at once now. */
  rows(): number;
  /** The terminal obeys this text: nothing an agent says may reach it unescaped. */
  print(text: string): void;
  /** What was typed before the prompt appeared answers nothing. */
  readLine(prompt: string): Promise<string>;
  /** The same without an echo. */
  readSecret(prompt: string): Promise<string>;
  /**
   * One key, without Enter; the prompt then disappears. Ctrl-C is INTERRUPTED, Ctrl-D END_OF_INPUT.
   */
  readKey(prompt: string): Promise<string>;
}

export interface TerminalUse {
  /** What needs a terminal, for people who have none: `approving HIGH needs a person at one`. */
  readonly why: string;
  readonly signal: AbortSignal;
}

/** For a terminal that does not know its size. */
const FALLBACK_COLUMNS = 80;
const FALLBACK_ROWS = 24;

/**
 * Restores the terminal, with its echo, however the work ends. Throws NO_TERMINAL if there is none.
 */
export async function atControllingTerminal<T>(
  { why, signal }: TerminalUse,
  work: (terminal: ControllingTerminal) => Promise<T>,
): Promise<T> {
  const { input, screen } = openTerminal(why);
  /** All of it belongs to the one thing that is asked about. */
  const shown: string[] = [];
  const streams = { input, screen, signal, shown };
  const read = (prompt: string, isSecret: boolean) => readFrom(streams, { prompt, isSecret });
  try {
    return await work({
      columns: screen.columns || FALLBACK_COLUMNS,
      rows: () => screen.rows || FALLBACK_ROWS,
      print(text) {
        shown.push(text);
        screen.write(`${text}\n`);
      },
      readLine: (prompt) => read(prompt, false),
      readSecret: (prompt) => read(prompt, true),
      readKey: (prompt) => keyFrom(streams, prompt),
    });
  } finally {
    input.setRawMode(false);
    input.destroy();
    screen.destroy();
  }
}

function openTerminal(why: string): Pick<Streams, "input" | "screen"> {
  try {
    return { input: controllingInput(), screen: controllingOutput() };
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
  readonly shown: readonly string[];
}

async function readFrom(
  { input, screen, signal, shown }: Streams,
  { prompt, isSecret }: { prompt: string; isSecret: boolean },
): Promise<string> {
  await throwAway(input);
  const reader = createLineReader({ input, output: screen });
  reader.about(shown.join("\n"));
  try {
    const typed = await (isSecret
      ? reader.readHidden(prompt, signal)
      : reader.read(prompt, signal));
    if (typed.kind === "line") return typed.text;
    throw typed.kind === "end" ? ended() : interrupted();
  } finally {
    reader.close();
  }
}

async function keyFrom({ input, screen, signal, shown }: Streams, prompt: string): Promise<string> {
  await throwAway(input);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onAbort = () => reject(interrupted());
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  const keyboard = createKeyboard(
    { input, output: screen },
    {
      key(_text, { name, ctrl, sequence = "" }) {
        if (ctrl === true && name === "c") reject(interrupted());
        else if (ctrl === true && name === "d") reject(ended());
        else if (ctrl === true && name === "z") keyboard.suspend();
        else resolve(sequence);
      },
      // Pasted text was meant as no key.
      paste: () => {},
      end: () => reject(ended()),
      resumed: () => void screen.write([...shown, prompt].join("\n")),
    },
  );
  keyboard.hold();
  screen.write(prompt);
  try {
    return await promise;
  } finally {
    keyboard.close();
    signal.removeEventListener("abort", onAbort);
    screen.write(`\r${" ".repeat(prompt.length)}\r`);
  }
}

/**
 * Discards what has been typed so far, line ends or not, without an echo: a terminal in its usual
 * mode keeps an unfinished line to itself.
 */
async function throwAway(input: ReadStream): Promise<void> {
  const ignore = () => {};
  input.setRawMode(true);
  input.on("data", ignore).resume();
  await sleep(TYPED_MS);
  // On a busy machine the time can be over before anything was read.
  await setImmediate();
  input.off("data", ignore).pause();
}

function ended(): EarshotError {
  return new EarshotError("END_OF_INPUT", "Nothing was typed, and nothing was changed.");
}

function interrupted(): EarshotError {
  return new EarshotError("INTERRUPTED", "Interrupted; nothing was changed.");
}
