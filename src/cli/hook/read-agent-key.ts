import { readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";

/** The key in a file that `earshot init` has written; what the command line names comes before all else. */
export function readAgentKey(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new EarshotError(
      "NOT_SIGNED_IN",
      `The key in ${file} cannot be read: ${(cause as Error).message}. npx earshot init makes a new one.`,
      { cause, details: { file } },
    );
  }
}
