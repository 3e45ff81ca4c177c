import { readKeyFile } from "../../system/data-folder.ts";
import type { RunContext } from "../run-context.ts";

/** Says how to go on where no key is made for the operator of the data folder. */
export function noteNoOperator({ output, options }: RunContext): boolean {
  if (readKeyFile(options.data, "operator") !== undefined) return false;
  output.note(
    "This data folder has no operator's key, and none was made: over a database the first node makes one (--make-keys makes more), and none is made for an operator who was removed or whose key wants a second owner's yes. Another owner lets them in by a link: npx earshot operators link operator, or Settings, Operators in the inbox.",
  );
  return true;
}
