import { EarshotError } from "../../domain/errors.ts";
import { oneLine } from "../../render/visible-text.ts";
import { atControllingTerminal } from "../terminal/controlling-terminal.ts";

const WORD = "unattended";

/** A person has to confirm at their own terminal that a script may decide for them. */
export async function confirmUnattended(name: string, signal: AbortSignal): Promise<void> {
  const why = "a key for scripts that decide is made by a person at one";
  const typed = await atControllingTerminal({ why, signal }, async ({ print, readLine }) => {
    print(
      [
        `Anyone with this key decides in the name of ${oneLine(name, 80)}, HIGH and CRITICAL included`,
        "where the policy wants no passphrase, and nobody looks at it. The log names each such decision.",
        "An agent that can read the key can approve what it asks for itself.",
      ].join("\n"),
    );
    return await readLine(`Type ${WORD} to make it: `);
  });
  if (typed.trim() === WORD) return;
  throw new EarshotError("INVALID_INPUT", `That is not ${WORD}. No key was made.`);
}
