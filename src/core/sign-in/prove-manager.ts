import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { assertAtTerminal } from "../call/at-terminal.ts";
import type { Context } from "../call/context.ts";
import { type Proving, proveOwnPassphrase } from "./passphrase.ts";

/**
 * Proof for a change to who decides, or to the rules. A person with a passphrase must give it.
 * Nobody else may make such a change in a web session whose link was not made at a terminal.
 */
export async function proveManager(
  ctx: Context,
  caller: Caller,
  {
    passphrase,
    tried,
    ...asked
  }: Proving & {
    readonly what: string;
    readonly command: string;
  },
): Promise<void> {
  if (!(await proveByPassphrase(ctx, caller, { passphrase, tried }))) {
    assertAtTerminal(caller, asked);
  }
}

/**
 * Asks for the passphrase, and refuses with NOT_ALLOWED a person who has only a passkey. Such a
 * person proves themselves by more than a key, and a stolen key must not get around that.
 */
export async function proveByPassphrase(
  ctx: Context,
  caller: Caller,
  proving: Proving,
): Promise<boolean> {
  if (await proveOwnPassphrase(ctx, caller, proving)) return true;
  const { workspace, id, kind } = caller.principal;
  if (kind !== "person" || (await ctx.store.listPasskeys(workspace, id)).length === 0) return false;
  throw new EarshotError(
    "NOT_ALLOWED",
    "Changing who decides, or the rules, takes your passphrase, and you have a passkey but no passphrase. Set one in the settings of the inbox: npx earshot open.",
    { details: { id, reason: "none_set" } },
  );
}
