import {
  type Demand,
  type Handed,
  needsOwnHand,
  type Vote,
} from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { KeyId, PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { EventData } from "../../domain/log/event.ts";
import type { Caller, Key } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { findKey, makersOf } from "./makers.ts";
import { isAlone } from "./may-decide.ts";

/** Whose hand acts by this key. Without a key it is a linked account, which only its person links. */
export async function handOf(
  ctx: Context,
  workspace: WorkspaceId,
  id: KeyId | undefined,
): Promise<Handed> {
  const keys = await ctx.people.keys(workspace);
  const key = findKey(keys, id);
  // Whoever made the key of a service is not the hand of its user: the record names both.
  if (key === undefined || isOfService(keys, key)) return {};
  const maker = strangerOf(keys, key);
  const { unattended } = key;
  if (unattended !== true && maker === undefined) return {};
  const person = maker === undefined ? undefined : await ctx.people.find(workspace, maker);
  return {
    hand: unattended === true ? "unattended" : "another's",
    ...present({
      madeBy: person === undefined ? undefined : { principal: person.id, name: person.name },
    }),
  };
}

/** The same for the log. */
export function handFacts(
  key: KeyId | undefined,
  { hand, madeBy }: Handed,
): Pick<EventData, "key" | "hand" | "madeBy"> {
  return present({ key, hand, madeBy: madeBy?.principal });
}

/**
 * Whether a demand counts what was given by this hand. A passkey over the digest is the person's own
 * hand, whatever key brings it. Where nobody else could decide, no hand could pass for a second person.
 */
export async function isCountedHand(
  ctx: Context,
  demand: Demand,
  given: Pick<Vote, "by" | "key" | "hand" | "passkey"> & { readonly workspace: WorkspaceId },
): Promise<boolean> {
  if (!needsOwnHand(demand) || given.passkey === true) return true;
  const { workspace, by, key, hand } = given;
  if (hand === undefined && isOwnKey(await ctx.people.keys(workspace), key)) return true;
  return await isAlone(ctx, workspace, by.principal);
}

/**
 * Throws NOT_ALLOWED if somebody else has seen the caller's key: whatever stays a person's own for
 * longer than the key, they make with their own hand.
 */
export async function assertOwnHand(
  ctx: Context,
  { principal, key }: Caller,
  what: string,
): Promise<void> {
  const { workspace, id, name } = principal;
  if (isOwnKey(await ctx.people.keys(workspace), key)) return;
  if (await isAlone(ctx, workspace, id)) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${what} counts as the hand of ${name} from then on, and somebody else made the key or link that you came with. Sign in with a key or a passkey of your own.`,
    { details: { reason: "not_own_hand" } },
  );
}

function isOwnKey(keys: readonly KeyOwner[], id: KeyId | undefined): boolean {
  const key = findKey(keys, id);
  return key === undefined || (key.unattended !== true && strangerOf(keys, key) === undefined);
}

function isOfService(keys: readonly KeyOwner[], { id }: Key): boolean {
  return keys.some(({ key, principal }) => key.id === id && principal.kind === "service");
}

/** Whoever else has had this key in hand. */
function strangerOf(keys: readonly KeyOwner[], key: Key): PrincipalId | undefined {
  return makersOf(keys, key).find((maker) => maker !== key.principal);
}
