import { openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";
import { EarshotError } from "../../domain/errors.ts";

/** A person's keyboard and screen. */
export interface Terminal {
  readonly input: ReadStream;
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };
}

/** Where the process's own standard streams lead. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** Which standard stream the dialogue goes to: standard output, or standard error where that is data. */
export type DialogueStream = "stdout" | "stderr";

const CONTROLLING_TERMINAL = "/dev/tty";

/**
 * Finds the terminal of this process: its standard streams, and the controlling terminal in the
 * place of each that leads elsewhere. Throws NO_TERMINAL at once where there is none.
 */
export function findTerminal(streams: Streams, dialogue: DialogueStream): Terminal {
  const own = streams[dialogue];
  const input = streams.stdin.isTTY ? (streams.stdin as ReadStream) : openInput();
  const output = own.isTTY ? own : openOutput();
  return { input, output };
}

/** Like standard input it keeps the process alive only while it is read. */
function openInput(): ReadStream {
  const input = new ReadStream(openControlling("r"));
  input.on("pause", () => input.unref());
  input.on("resume", () => input.ref());
  return input;
}

function openOutput(): WriteStream {
  return new WriteStream(openControlling("w"));
}

function openControlling(flags: string): number {
  try {
    return openSync(CONTROLLING_TERMINAL, flags);
  } catch (cause) {
    throw new EarshotError(
      "NO_TERMINAL",
      "There is no terminal here on which a person could answer. Run this in one, or ask through a server: npx earshot ask. A script can let sendMessageToOperator read a line of standard input: { stdin: true }.",
      { cause },
    );
  }
}
