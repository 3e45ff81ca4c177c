import { isAtLeast, isTypedPart, TYPED_DIGITS } from "../../domain/authority/action.ts";
import type { Demand } from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import type { Surface } from "../../domain/surface.ts";
import type { Presence } from "../../ports/earshot/authority.ts";
import type { ApprovalNeeds } from "../../ports/earshot/inbox.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { proveStepUp } from "./passkey-step-up.ts";
import { checkPassphrase } from "./passphrase.ts";

/** Surfaces where a person sits at their own terminal, if the caller tells the truth. */
const AT_TERMINAL: readonly Surface[] = ["cli", "console"];

/** An approval about to be given. */
export interface Approval {
  readonly request: OpenAuthorization;
  readonly input: Presence & { readonly digest: string };
  readonly via: Surface;
  /** The calling page's origin, as proved. */
  readonly origin?: string | undefined;
  readonly isSoleOperator: boolean;
}

export interface Proved {
  readonly steppedUp?: true;
  readonly passkey?: true;
  /** Committed with the vote, so the same proof counts only once. */
  readonly writes: readonly Write[];
}

type Needs = Omit<ApprovalNeeds, "refusal" | "refusalCode" | "refusalNames">;

/** What the person must prove for an approval, by the level, the demand and where they are. */
export function presenceNeeds(
  caller: Caller,
  {
    demand,
    via,
    isSoleOperator,
  }: { readonly demand: Demand } & Pick<Approval, "via" | "isSoleOperator">,
): Needs {
  const isHigh = isAtLeast(demand.level, "HIGH");
  // A rule may waive step-up, but not for a person who alone decides for their own agent.
  const wantsStepUp = demand.stepUp || (isSoleOperator && demand.level === "CRITICAL");
  const isUnattended = caller.unattended === true;
  const canProve = isUnattended ? !wantsStepUp : !isHigh || isAtTerminal(caller, via);
  if (!canProve) return { typed: false, passphrase: false, passkey: "required" };
  const typed = isHigh && !isUnattended;
  const passkey = typed || wantsStepUp ? "possible" : "none";
  return { typed, passphrase: wantsStepUp, passkey };
}

/**
 * Whether a person with a terminal makes the call. A caller can claim any surface but the inbox.
 */
function isAtTerminal({ web }: Caller, via: Surface): boolean {
  return web === undefined ? AT_TERMINAL.includes(via) : web.atTerminal;
}

/** Throws unless the decision proves as much of its person as the level and the demand require. */
export async function provePresence(
  ctx: Context,
  caller: Caller,
  approval: Approval,
): Promise<Proved> {
  const { request, input, via, origin, isSoleOperator } = approval;
  if (input.passkey !== undefined) {
    const { digest, passkey: response } = input;
    const writes = await proveStepUp(ctx, caller, {
      id: request.id,
      digest,
      response,
      origin,
      via,
    });
    return { steppedUp: true, passkey: true, writes };
  }
  const { demand } = request.authorization;
  const needs = presenceNeeds(caller, { demand, via, isSoleOperator });
  if (needs.passkey === "required") throw passkeyMissing(caller, request);
  if (needs.typed) assertTyped(request, input);
  if (!needs.passphrase) return { writes: [] };
  const tried = { does: "approve", digest: input.digest, via };
  await checkPassphrase(ctx, caller, { id: request.id, passphrase: input.passphrase, tried });
  return { steppedUp: true, writes: [] };
}

/** The refusal for a person who has no other means of proof. */
function passkeyMissing(
  { web, unattended }: Caller,
  { id, authorization }: OpenAuthorization,
): EarshotError {
  const { level } = authorization.demand;
  const details = { id, level };
  if (unattended === true) {
    return new EarshotError(
      "STEP_UP_NEEDED",
      `${id} wants a person to prove who they are, which an unattended key cannot. Decide it at a terminal: npx earshot approve ${id}.`,
      { details: { id, reason: "unattended" } },
    );
  }
  if (web !== undefined) {
    return new EarshotError(
      "NOT_ALLOWED",
      `${id} is ${level}: this web session decides it only with a passkey. Use one, or decide at a terminal: npx earshot approve ${id}.`,
      { details: { ...details, reason: "passkey_needed" } },
    );
  }
  return new EarshotError(
    "NOT_ALLOWED",
    `${id} is ${level}: it is decided at a terminal (npx earshot approve ${id}), or by a script with a key made for that (npx earshot keys create --unattended-approver).`,
    { details: { ...details, reason: "not_at_a_terminal" } },
  );
}

function assertTyped({ id, authorization }: OpenAuthorization, input: Approval["input"]): void {
  if (input.typed !== undefined && isTypedPart(input.typed, input.digest)) return;
  const { level } = authorization.demand;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${id} is ${level}: type the first ${TYPED_DIGITS} digits of its digest to approve it.`,
    { details: { id, level, reason: "digest_not_typed" } },
  );
}
