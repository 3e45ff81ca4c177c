import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { SignInLink } from "../../ports/earshot/operators.ts";
import { hasControllingTerminal } from "../terminal/has-controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { orStepUpAtTerminal } from "../terminal/step-up.ts";

/** A link for the caller, or for the operator with this name, which may need a passphrase. */
export async function makeLink(
  earshot: Pick<Earshot, "createSignInLink">,
  { signal, call }: Pick<RunContext, "signal"> & { readonly call: CallOptions },
  operator?: string,
): Promise<SignInLink> {
  const input = { atTerminal: hasControllingTerminal(), ...present({ operator }) };
  return await orStepUpAtTerminal(signal, (proof) =>
    earshot.createSignInLink({ ...input, ...proof }, call),
  );
}
