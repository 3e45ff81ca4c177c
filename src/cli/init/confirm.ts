import { createInterface } from "node:readline/promises";
import { EarshotError } from "../../domain/errors.ts";
import type { RunContext } from "../run-context.ts";

/** Asks the person at the terminal; nothing but a yes is one. */
export async function confirm({ signal }: RunContext, question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new EarshotError(
      "NO_TERMINAL",
      "Nothing was written, since there is no terminal to ask on. Give --yes to write what is shown, or --dry-run to look only.",
    );
  }
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // The end of input is no answer, and no answer is no.
    const ended = new Promise<string>((resolve) => dialogue.once("close", () => resolve("")));
    const answer = await Promise.race([dialogue.question(`${question} [y/N] `, { signal }), ended]);
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    dialogue.close();
  }
}
