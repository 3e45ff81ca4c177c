import { readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import { atControllingTerminal } from "../terminal/controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** The first line of a file, or what a person types at the terminal; twice where it is a new one. */
export async function backupPassphrase(
  { signal }: Pick<RunContext, "signal">,
  { file, isNew }: { readonly file: string | undefined; readonly isNew: boolean },
): Promise<string> {
  if (file !== undefined) return fromFile(file);
  const why = "the passphrase of a backup is typed at one (or read from --passphrase-file)";
  return await atControllingTerminal({ why, signal }, async ({ readSecret }) => {
    const first = await readSecret("Passphrase of the backup: ");
    if (!isNew || (await readSecret("The same again: ")) === first) return first;
    throw new EarshotError("INVALID_INPUT", "The two are not the same. Nothing was written.");
  });
}

function fromFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The passphrase cannot be read: ${(cause as Error).message}. Name a file whose first line it is.`,
      { cause },
    );
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}
