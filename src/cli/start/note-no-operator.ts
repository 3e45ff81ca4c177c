import { readKeyFile } from "../../system/data-folder.ts";
import type { RunContext } from "../run-context.ts";

/** Says how to go on where the operator of the data folder was removed: no key is made for them. */
export function noteNoOperator({ output, options }: RunContext): boolean {
  if (readKeyFile(options.data, "operator") !== undefined) return false;
  output.note(
    "The operator of this data folder was removed, so no key was made for them. Another owner lets them in by a link: npx earshot operators link operator, or Settings, Operators in the inbox.",
  );
  return true;
}
