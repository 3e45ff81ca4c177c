import type { RunningServer } from "../../compose/server.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { oneLine } from "../../render/visible-text.ts";
import { readKeyFile } from "../../system/data-folder.ts";
import { signInAddress } from "../people/address.ts";
import { hasControllingTerminal } from "../terminal/has-controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";

/**
 * The address of a sign-in link for the operator of the data folder's key. Where there can be none it
 * says why on standard error: the server serves without.
 */
export async function firstLink(
  { output, options }: RunContext,
  server: RunningServer,
): Promise<string | undefined> {
  if (server.inbox === undefined) {
    output.note("The inbox has not been built: npm run build, then start again.");
    return undefined;
  }
  const earshot = await server.signIn(readKeyFile(options.data, "operator") ?? "");
  if (earshot === undefined) return undefined;
  try {
    const { token } = await earshot.createSignInLink(
      { atTerminal: hasControllingTerminal() },
      { via: "cli" },
    );
    return signInAddress(server.inbox, token);
  } catch (error) {
    // Whatever it is, a disk that is full or a key that may not, it keeps nobody else from being served.
    if (!isEarshotError(error)) throw error;
    output.note(`No sign-in link: ${oneLine(error.message, 300)}`);
    return undefined;
  }
}
