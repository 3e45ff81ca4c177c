import { readKeyFile } from "../../system/data-folder.ts";
import type { RunContext } from "../run-context.ts";

/** Says how to go on where no key is made for the operator of the data folder. */
export function noteNoOperator({ output, options }: RunContext): boolean {
  if (readKeyFile(options.data, "operator") !== undefined) return false;
  output.note(
    "No key was made for the operator of this data folder: they were removed, or the policy wants a second owner's yes for it. Another owner lets them in by a link: npx earshot operators link operator, or Settings, Operators in the inbox.",
  );
  return true;
}
