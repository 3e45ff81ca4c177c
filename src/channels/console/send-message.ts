import { EarshotError } from "../../domain/errors.ts";
import { checkText } from "../../domain/text.ts";
import { agentLines, OPERATOR_PROMPT } from "./agent-lines.ts";
import { createLineReader, type LineReader } from "./line-reader.ts";
import { createMutex } from "./mutex.ts";
import { readOneLine } from "./read-one-line.ts";
import { findTerminal } from "./terminal.ts";

export interface SendMessageOptions {
  /** Reads one line from standard input where there is no terminal, instead of throwing. */
  readonly stdin?: boolean;
  /** Ends the wait; the promise then rejects with its reason. */
  readonly signal?: AbortSignal;
}

const exclusively = createMutex();
let reader: LineReader | undefined;

/**
 * Prints `[AGENT]: message` on the terminal, prompts `[OPERATOR]: ` and resolves with exactly what
 * the operator typed before Enter; an empty line is an empty text. It needs no server. Concurrent
 * calls take turns.
 *
 * Throws EarshotError: END_OF_INPUT if input ends (Ctrl-D), INTERRUPTED on Ctrl-C, NO_TERMINAL at
 * once if nobody can answer, INVALID_INPUT for a message over 64 KiB.
 * @example
 * ```ts
 * import { sendMessageToOperator } from "earshot";
 *
 * const advice = await sendMessageToOperator("The loss has stopped falling. Go on?");
 * ```
 */
export function sendMessageToOperator(
  message: string,
  options: SendMessageOptions = {},
): Promise<string> {
  return exclusively(() => converse(message, options));
}

async function converse(message: string, options: SendMessageOptions): Promise<string> {
  checkText(message, "message");
  options.signal?.throwIfAborted();
  if (options.stdin === true && !process.stdin.isTTY) return await converseByLines(message);
  reader ??= createLineReader(findTerminal(process, "stdout"));
  const text = agentLines(message, { columns: reader.columns() });
  reader.print(text);
  reader.about(text);
  const typed = await reader.read(OPERATOR_PROMPT, options.signal);
  switch (typed.kind) {
    case "line":
      return typed.text;
    case "end":
      throw endOfInput();
    case "interrupt":
      throw new EarshotError("INTERRUPTED", "The operator interrupted the question with Ctrl-C.");
    case "released":
      throw options.signal?.reason;
  }
}

async function converseByLines(message: string): Promise<string> {
  process.stdout.write(`${agentLines(message)}\n${OPERATOR_PROMPT}`);
  const line = await readOneLine(process.stdin);
  process.stdout.write("\n");
  if (line === undefined) throw endOfInput();
  return line;
}

function endOfInput(): EarshotError {
  return new EarshotError("END_OF_INPUT", "Input ended before the operator answered.");
}
