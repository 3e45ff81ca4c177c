import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { assertAtTerminal } from "../call/at-terminal.ts";
import type { Context } from "../call/context.ts";
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
  if (!(await proveByPassphrase(ctx, caller, passphrase))) assertAtTerminal(caller, asked);
}

/**
 * Has whoever has a passphrase give it, and refuses with NOT_ALLOWED whoever has a passkey alone: such
 * a person is known to prove themselves by more than a key, and a stolen key must not do without.
 */
export async function proveByPassphrase(
  ctx: Context,
  caller: Caller,
  passphrase: string | undefined,
): Promise<boolean> {
  if (await proveOwnPassphrase(ctx, caller, passphrase)) return true;
  const { workspace, id, kind } = caller.principal;
  if (kind !== "person" || (await ctx.store.listPasskeys(workspace, id)).length === 0) return false;
  throw new EarshotError(
    "NOT_ALLOWED",
    "Who decides, and by which rules, is said with your passphrase, and you have a passkey but no passphrase. Set one in the settings of the inbox: npx earshot open.",
    { details: { id, reason: "none_set" } },
  );
}
