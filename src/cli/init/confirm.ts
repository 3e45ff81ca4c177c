import type { ReadStream } from "node:tty";
import { createLineReader } from "../../channels/console/line-reader.ts";
import { EarshotError } from "../../domain/errors.ts";
import { isYes } from "../terminal/is-yes.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** Asks the person at the terminal; nothing but a yes is one. */
export async function confirm({ signal }: RunContext, question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new EarshotError(
      "NO_TERMINAL",
      "Nothing was written, since there is no terminal to ask on. Give --yes to write what is shown, or --dry-run to look only.",
    );
  }
  const reader = createLineReader({ input: process.stdin as ReadStream, output: process.stderr });
  try {
    // The end of input is no answer, and no answer is no.
    const typed = await reader.read(`${question} [y/N] `, signal);
    return typed.kind === "line" && isYes(typed.text);
  } finally {
    reader.close();
  }
}
