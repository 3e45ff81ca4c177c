import { openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";
import { EarshotError } from "../../domain/errors.ts";

/** A person's keyboard and screen. */
export interface Terminal {
  readonly input: ReadStream;
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };
  /** What a person is told if Ctrl-Z stops more than the dialogue with them. */
  readonly suspension?: Suspension;
}

export interface Suspension {
  readonly before: string;
  readonly after: string;
}

/** Where the process's own standard streams lead. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/**
 * The standard stream for the dialogue: standard output, or standard error if output carries data.
 */
export type DialogueStream = "stdout" | "stderr";

/** The names under which the system gives a process its own keyboard and screen. */
export function controllingPaths(platform: NodeJS.Platform): {
  readonly input: string;
  readonly output: string;
} {
  return platform === "win32"
    ? { input: "\\\\.\\CONIN$", output: "\\\\.\\CONOUT$" }
    : { input: "/dev/tty", output: "/dev/tty" };
}

/**
 * The keyboard and screen of the person in whose session the process runs, whatever its standard
 * streams are. Like standard input, the keyboard keeps the process alive only while it is read.
 * Throws the system's error if there are none.
 */
export function controllingInput(): ReadStream {
  const input = new ReadStream(openControlling("input"));
  input.on("pause", () => input.unref());
  input.on("resume", () => input.ref());
  return input;
}

export function controllingOutput(): WriteStream {
  return new WriteStream(openControlling("output"));
}

/** Opened for reading and writing: a Windows console cannot be set up through a one-way handle. */
function openControlling(way: "input" | "output"): number {
  return openSync(controllingPaths(process.platform)[way], "r+");
}

/**
 * Finds the terminal of this process: its standard streams, or the controlling terminal for each
 * stream that leads elsewhere. Throws NO_TERMINAL at once if there is none.
 */
export function findTerminal(streams: Streams, dialogue: DialogueStream): Terminal {
  const own = streams[dialogue];
  try {
    const input = streams.stdin.isTTY ? (streams.stdin as ReadStream) : controllingInput();
    const output = own.isTTY ? own : controllingOutput();
    return { input, output };
  } catch (cause) {
    throw new EarshotError(
      "NO_TERMINAL",
      "There is no terminal here on which a person could answer. Run this in one, or ask through a server: npx earshot ask. A script can let sendMessageToOperator read a line of standard input: { stdin: true }.",
      { cause },
    );
  }
}
