import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { environment, PATIENCE_MS, PROGRAM, ROOT, type Variables } from "./cli.ts";
import { terminalOpened } from "./counted.ts";
import { screenOf } from "./screen.ts";

/* A program on a pseudo-terminal, as a person meets it. */

export interface PtyExit {
  readonly code: number;
  /** 0 where no signal ended it. */
  readonly signal: number;
}

export interface Pty {
  readonly pid: number;
  /** Everything that reached the terminal, control sequences included. */
  readonly output: () => string;
  /** The lines that a person reads on it, from the top, those that scrolled away included. */
  readonly screen: () => string[];
  /**
   * Waits for the text after what was seen last, and returns everything up to its end. The next
   * call continues from there.
   */
  see(text: string | RegExp): Promise<string>;
  /** Sends exactly this; Enter is `\r`. */
  type(text: string): void;
  /** The same, after the time a person needs to look up: the program's clock is a real one. */
  typeRested(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<PtyExit>;
}

export interface PtyOptions {
  readonly env?: Variables;
  readonly columns?: number;
  /** Instead of Node. */
  readonly command?: string;
}

/** A prompt that replaces another ignores Enter for half a second. */
export const LOOK_UP_MS = 600;

export const ENTER = "\r";
export const CTRL_C = "\x03";
export const CTRL_D = "\x04";
export const CTRL_Z = "\x1a";

/** A paste as a terminal sends it once it was asked to tell pastes from keys. */
export const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`;

/** Starts Node, or another program, on a terminal of its own; it is killed with the test at the latest. */
export function openPty(
  args: readonly string[],
  { env = {}, columns = 100, command = process.execPath }: PtyOptions = {},
): Pty {
  const child = spawn(command, [...args], {
    cwd: ROOT,
    cols: columns,
    rows: 40,
    env: environment(env),
  });
  terminalOpened.publish({ pid: child.pid });
  const exited = new Promise<PtyExit>((resolve) => {
    child.onExit(({ exitCode, signal = 0 }) => resolve({ code: exitCode, signal }));
  });
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  onTestFinished(async () => {
    // A killed program does not report which of its lines were covered.
    const isCounted = process.env["EARSHOT_TEST_COVERAGE"] !== undefined;
    if (!hasExited) child.kill(isCounted ? "SIGTERM" : "SIGKILL");
    await exited;
  });
  const seen = watched({ onData: (listener) => child.onData(listener), exited }, columns);
  return {
    ...seen,
    pid: child.pid,
    type: (text) => child.write(text),
    async typeRested(text) {
      await sleep(LOOK_UP_MS);
      child.write(text);
    },
    kill: (signal) => child.kill(signal),
  };
}

/** What comes to a terminal. */
interface Shown {
  onData(listener: (text: string) => void): void;
  readonly exited: Promise<PtyExit>;
}

/** Follows what a program shows until its end. */
export function watched(
  { onData, exited }: Shown,
  columns: number,
): Pick<Pty, "output" | "screen" | "see" | "exited"> {
  let output = "";
  let seen = 0;
  let hasExited = false;
  let changed = () => {};
  onData((text) => {
    output += text;
    changed();
  });
  void exited.then(() => {
    hasExited = true;
    changed();
  });

  function found(text: string | RegExp): string | undefined {
    const rest = output.slice(seen);
    const match = typeof text === "string" ? literal(rest, text) : matched(rest, text);
    if (match === undefined) return undefined;
    seen += match;
    return rest.slice(0, match);
  }

  /** Resolves at the next change; rejects if no further change can come. */
  async function nextChange(deadline: number, wanted: string | RegExp): Promise<void> {
    const leftMs = deadline - Date.now();
    if (hasExited || leftMs <= 0) {
      const why = hasExited ? "The program ended" : `${PATIENCE_MS} ms passed`;
      const [before, behind] = [output.slice(0, seen), output.slice(seen)].map((part) =>
        JSON.stringify(part),
      );
      throw new Error(`${why} before ${wanted} was seen behind ${behind}\nafter ${before}`);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    changed = resolve;
    const timer = setTimeout(resolve, leftMs);
    await promise;
    clearTimeout(timer);
  }

  async function see(text: string | RegExp): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const result = found(text);
      if (result !== undefined) return result;
      await nextChange(deadline, text);
    }
  }

  return {
    output: () => output,
    screen: () => screenOf(output, columns),
    see,
    exited,
  };
}

function literal(rest: string, text: string): number | undefined {
  const at = rest.indexOf(text);
  return at === -1 ? undefined : at + text.length;
}

function matched(rest: string, pattern: RegExp): number | undefined {
  const match = pattern.exec(rest);
  return match === null ? undefined : match.index + match[0].length;
}

/** `earshot` on a terminal. */
export function earshotOnPty(args: readonly string[], options: PtyOptions = {}): Pty {
  return openPty([PROGRAM, ...args], options);
}
