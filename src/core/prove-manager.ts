import type { Caller } from "../domain/principal.ts";
import { assertAtTerminal } from "./at-terminal.ts";
import type { Context } from "./context.ts";
import { proveOwnPassphrase } from "./passphrase.ts";

/**
 * What changes who decides, or by which rules: it takes the passphrase of who has one, and is not done
 * by anybody else in a web session whose link was not made at a terminal.
 */
export async function proveManager(
  ctx: Context,
  caller: Caller,
  {
    passphrase,
    ...asked
  }: {
    readonly passphrase: string | undefined;
    readonly what: string;
    readonly command: string;
  },
): Promise<void> {
  if (!(await proveOwnPassphrase(ctx, caller, passphrase))) assertAtTerminal(caller, asked);
}
