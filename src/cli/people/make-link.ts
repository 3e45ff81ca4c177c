import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { SignInLink } from "../../ports/earshot/operators.ts";
import { hasControllingTerminal } from "../terminal/has-controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { orStepUpAtTerminal } from "../terminal/step-up.ts";

interface LinkOptions {
  /** The operator's name; the caller where absent. */
  readonly operator?: string | undefined;
  /** The passphrase that the person has given this very command before. */
  readonly given?: { readonly passphrase?: string };
}

/** A link for the caller, or for the operator with this name, which may need a passphrase. */
export async function makeLink(
  earshot: Pick<Earshot, "createSignInLink">,
  { signal, call }: Pick<RunContext, "signal"> & { readonly call: CallOptions },
  { operator, given }: LinkOptions = {},
): Promise<SignInLink> {
  const input = { atTerminal: hasControllingTerminal(), ...present({ operator }) };
  return await orStepUpAtTerminal(signal, (proof) =>
    earshot.createSignInLink({ ...input, ...given, ...proof }, call),
  );
}
