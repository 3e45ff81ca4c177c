import { isAtLeast, isTypedPart, TYPED_DIGITS } from "../domain/action.ts";
import { EarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/principal.ts";
import type { OpenAuthorization } from "../domain/request.ts";
import type { Surface } from "../domain/surface.ts";
import type { Presence } from "../ports/authority.ts";
import type { Context } from "./context.ts";
import { checkPassphrase } from "./passphrase.ts";

/** Where a person sits at a terminal of their own, as far as the caller tells the truth of it. */
const AT_TERMINAL: readonly Surface[] = ["cli", "console"];

export interface Proved {
  /** The key is one for scripts. */
  readonly unattended?: true;
  readonly steppedUp?: true;
}

/** Throws unless the decision shows as much of its person as the level and the demand want. */
export async function provePresence(
  ctx: Context,
  caller: Caller,
  {
    request,
    input,
    via,
    isSoleOperator,
  }: {
    readonly request: OpenAuthorization;
    readonly input: Presence & { readonly digest: string };
    readonly via: Surface;
    readonly isSoleOperator: boolean;
  },
): Promise<Proved> {
  const { demand } = request.authorization;
  const isHigh = isAtLeast(demand.level, "HIGH");
  if (isHigh && caller.unattended !== true) assertTyped(request, { input, via });
  // A rule may do without step-up, but not for somebody who decides alone for their own agent.
  const wantsStepUp = demand.stepUp || (isSoleOperator && demand.level === "CRITICAL");
  if (wantsStepUp) await stepUp(ctx, caller, { request, passphrase: input.passphrase });
  return {
    ...(caller.unattended === true ? { unattended: true } : {}),
    ...(wantsStepUp ? { steppedUp: true } : {}),
  };
}

function assertTyped(
  { id, authorization: { demand } }: OpenAuthorization,
  { input, via }: { input: Presence & { readonly digest: string }; via: Surface },
): void {
  const details = { id, level: demand.level, reason: "not_at_a_terminal" };
  if (!AT_TERMINAL.includes(via)) {
    throw new EarshotError(
      "NOT_ALLOWED",
      `${id} is ${demand.level}: it is decided at a terminal (npx earshot approve ${id}), or by a script with a key made for that (npx earshot keys create --unattended-approver).`,
      { details },
    );
  }
  if (input.typed !== undefined && isTypedPart(input.typed, input.digest)) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${id} is ${demand.level}: type the first ${TYPED_DIGITS} digits of its digest to approve it.`,
    { details: { ...details, reason: "digest_not_typed" } },
  );
}

async function stepUp(
  ctx: Context,
  caller: Caller,
  { request: { id }, passphrase }: { request: OpenAuthorization; passphrase: string | undefined },
): Promise<void> {
  if (caller.unattended === true) {
    throw new EarshotError(
      "STEP_UP_NEEDED",
      `${id} wants a person to prove who they are, which an unattended key cannot. Decide it at a terminal: npx earshot approve ${id}.`,
      { details: { id, reason: "unattended" } },
    );
  }
  await checkPassphrase(ctx, caller, { id, passphrase });
}
