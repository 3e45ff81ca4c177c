import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { assertPassphraseLength } from "../../domain/people/passphrase-length.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { SetPassphraseInput } from "../../ports/earshot/authority.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { assertAtTerminal } from "../call/at-terminal.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import { inTurn } from "../call/one-at-a-time.ts";
import type { Given } from "../call/use-case.ts";
import { assertOwnHand } from "../deciders/hands.ts";
import { assertNoPasskey, checkProof } from "./passkey-proof.ts";
import { siteOf } from "./site.ts";
import type { TriedProof } from "./tried-proof.ts";
import { countWrong, noteRight, noteWrong } from "./wrong-passphrases.ts";

/** After this many wrong ones, none is checked until the window is over. */
const MAX_WRONG = 5;

/** Sets or changes the passphrase by which a person proves again who they are. */
export async function setPassphrase(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<SetPassphraseInput>,
): Promise<{ readonly setAt: Timestamp }> {
  const { workspace, id: principal } = personOf(caller);
  assertPassphraseLength(input.passphrase);
  // The stored fingerprint of the call must reveal nothing about the passphrase.
  const identity = ctx.vault.commitment("passphrase", input.passphrase);
  const call: CallIdentity = { caller, operation: "setPassphrase", input: identity, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) return { setAt: earlier };
  const known = await ctx.store.findPassphrase(workspace, principal);
  const proved = known === undefined ? await proveForFirst(ctx, caller, { input, options }) : [];
  if (known !== undefined) {
    const tried = { does: "setPassphrase", via: actorOf(caller, options?.via).via };
    await checkPassphrase(ctx, caller, { id: principal, passphrase: input.former, tried });
  }
  const hash = await ctx.vault.hashPassphrase(input.passphrase);
  const setAt = nowOf(ctx);
  const change: Change = {
    workspace,
    writes: [...proved, { type: "passphrase.put", principal, hash, ...present({ former: known }) }],
    events: [
      {
        type: "passphrase.set",
        at: setAt,
        actor: principal,
        subject: principal,
        data: { digest: ctx.digest.text(hash) },
      },
    ],
  };
  return { setAt: (await commitOnce(ctx, call, { result: setAt, change })).result };
}

/**
 * A passphrase is as good as a passkey, so a person who has a passkey proves themselves by it
 * first.
 */
async function proveForFirst(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<SetPassphraseInput>,
): Promise<readonly Write[]> {
  const person = personOf(caller);
  const { proof } = input;
  if (proof !== undefined) {
    return await checkProof(ctx, person, {
      proof,
      site: siteOf(options),
      does: "setPassphrase",
    });
  }
  await assertNoPasskey(ctx, person, "to set a first passphrase");
  assertAtTerminal(caller, {
    what: "The first passphrase is not set",
    command: "npx earshot passphrase",
  });
  await assertOwnHand(ctx, caller, "A first passphrase");
  return [];
}

export interface Proving {
  readonly passphrase: string | undefined;
  readonly tried: TriedProof;
}

/** Throws STEP_UP_NEEDED unless the passphrase is the caller's own. */
export async function checkPassphrase(
  ctx: Context,
  { principal }: Caller,
  { id, passphrase, tried }: Proving & { readonly id: RequestId | string },
): Promise<void> {
  const { workspace } = principal;
  if (passphrase === undefined) {
    throw refused(id, "no_passphrase", `${id} wants your passphrase. Give it at a terminal.`);
  }
  const hash = await ctx.store.findPassphrase(workspace, principal.id);
  if (hash === undefined) {
    throw refused(id, "none_set", "You have no passphrase yet. Set one: npx earshot passphrase.");
  }
  // One guess at a time: of many concurrent guesses, each must see how often the others were wrong.
  const turn = { workspace, name: `passphrase ${principal.id}` };
  const isRight = await inTurn(ctx, turn, () =>
    guess(ctx, principal, { id, passphrase, hash, tried }),
  );
  if (isRight) return;
  throw refused(id, "wrong_passphrase", "That is not your passphrase. Nothing was decided.");
}

interface Guess {
  readonly id: string;
  readonly passphrase: string;
  readonly hash: string;
  readonly tried: TriedProof;
}

/** Whether it is the right one; throws after too many wrong ones. */
async function guess(
  ctx: Context,
  principal: Caller["principal"],
  { id, passphrase, hash, tried }: Guess,
): Promise<boolean> {
  if ((await countWrong(ctx, principal)) >= MAX_WRONG) {
    throw refused(id, "too_many", "Too many wrong passphrases. Try again in a quarter of an hour.");
  }
  const isRight = await ctx.vault.matchesPassphrase(passphrase, hash);
  if (isRight) noteRight(ctx, principal);
  else await noteWrong(ctx, principal, tried);
  return isRight;
}

/**
 * Asks a person who has a passphrase for it. A stolen key alone must not add a person who decides,
 * or change the rules. A person without one is not asked; the result is then false.
 */
export async function proveOwnPassphrase(
  ctx: Context,
  caller: Caller,
  { passphrase, tried }: Proving,
): Promise<boolean> {
  const { workspace, id, kind } = caller.principal;
  if (kind !== "person") return false;
  if ((await ctx.store.findPassphrase(workspace, id)) === undefined) return false;
  const { via } = actorOf(caller, tried.via);
  await checkPassphrase(ctx, caller, { id: "This", passphrase, tried: { ...tried, via } });
  return true;
}

function refused(id: string, reason: string, message: string): EarshotError {
  return new EarshotError("STEP_UP_NEEDED", message, { details: { id, reason } });
}

function personOf(caller: Caller): PersonPrincipal {
  requireRight(caller, "decide");
  const { principal } = caller;
  if (principal.kind === "person" && caller.unattended !== true) return principal;
  throw new EarshotError(
    "NOT_ALLOWED",
    "A passphrase is a person's own: set it with your key, not with one for scripts.",
  );
}
