import { EarshotError } from "../../domain/errors.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { followSigners, type SignerSet } from "../../domain/votes/signer-chain.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { statements } from "../../system/votes/statements.ts";
import { readTrust, type Trust, writeTrust } from "./trust-file.ts";

/** The chain of signers as this program has followed it, whatever the server says of it. */
export interface FollowedChain {
  /** The hash of the first entry. */
  readonly root: string;
  readonly set: SignerSet;
}

/** Undefined while nobody has a signer. Throws NOT_ALLOWED for a chain that breaks its rules or the pin. */
export async function followedChain(
  earshot: Pick<Earshot, "signerChain">,
  trust?: Trust,
): Promise<FollowedChain | undefined> {
  const { items } = await earshot.signerChain();
  const [first] = items;
  if (first === undefined && trust === undefined) return undefined;
  const known = { root: trust?.root, seen: trust?.seen, now: toTimestamp(Date.now()) };
  const { set, fault } = followSigners(items, known, statements);
  if (set !== undefined) return { root: statements.entryHash(first), set };
  throw new EarshotError(
    "NOT_ALLOWED",
    `The chain of signers that the server gives does not hold at entry ${fault.seq}: ${fault.code}. Nothing was signed. Ask the other owners what they see.`,
    { details: { reason: "signers_refused", fault: fault.code, seq: fault.seq } },
  );
}

/** The chain from the pin in a file, if one is named, which then holds the newest entry. */
export async function pinnedChain(
  earshot: Pick<Earshot, "signerChain">,
  path: string | undefined,
): Promise<FollowedChain | undefined> {
  if (path === undefined) return await followedChain(earshot);
  const trust = readTrust(path);
  if (trust === undefined) {
    throw new EarshotError(
      "NOT_FOUND",
      `There is no ${path}. Pin the signers in it first: npx earshot signer root --trust ${path}`,
    );
  }
  const chain = await followedChain(earshot, trust);
  if (chain !== undefined) writeTrust(path, trustOf(chain));
  return chain;
}

export function trustOf({ root, set: { deployment, workspace, head } }: FollowedChain): Trust {
  return { deployment, workspace, root, seen: { head, at: toTimestamp(Date.now()) } };
}
