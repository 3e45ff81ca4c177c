import type { Caller } from "../domain/people/principal.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Operators } from "../ports/earshot/operators.ts";
import type { Context } from "./call/context.ts";
import { listOperators } from "./deciders/list-operators.ts";
import { addOperator } from "./people/operators.ts";
import { removeOperator } from "./people/remove-operator.ts";
import { createSignInLink } from "./people/sign-in-links.ts";
import { listWebSessions, revokeWebSession, signOut } from "./people/web-sessions.ts";
import { passkeyProof } from "./sign-in/passkey-proof.ts";
import { passkeyStepUp } from "./sign-in/passkey-step-up.ts";
import { addPasskey, listPasskeys, passkeyCreation, removePasskey } from "./sign-in/passkeys.ts";

/** What one caller may do about those who answer, and about how they get in themselves. */
export function createOperators(ctx: Context, caller: Caller): Operators<CallOptions> {
  return {
    addOperator: (input, options) => addOperator(ctx, caller, { input, options }),
    listOperators: () => listOperators(ctx, caller),
    removeOperator: (input, options) => removeOperator(ctx, caller, { input, options }),
    createSignInLink: (input = {}, options) => createSignInLink(ctx, caller, { input, options }),
    listWebSessions: () => listWebSessions(ctx, caller),
    revokeWebSession: (input, options) => revokeWebSession(ctx, caller, { input, options }),
    signOut: (_, options) => signOut(ctx, caller, options),
    passkeyCreation: (input, options) => passkeyCreation(ctx, caller, { input, options }),
    passkeyProof: (_, options) => passkeyProof(ctx, caller, options),
    addPasskey: (input, options) => addPasskey(ctx, caller, { input, options }),
    listPasskeys: () => listPasskeys(ctx, caller),
    removePasskey: (input, options) => removePasskey(ctx, caller, { input, options }),
    passkeyStepUp: (input, options) => passkeyStepUp(ctx, caller, { input, options }),
  };
}
