import type { PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { changedBy } from "../../domain/votes/changed-signers.ts";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import type { Statement } from "../../domain/votes/statement.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { NOTHING_TOLD, noticeToPerson, ownerNotices, ownersOf } from "../notices/owner-notices.ts";
import { OWNERS_TOLD, PERSON_TOLD } from "../notices/owners-told.ts";

type Happened = { readonly entry: SignerEntry } | { readonly waits: Statement };

/**
 * Tells the owners what becomes of who may sign, and an only one whoever did it: a key that was stolen could
 * have done it in their name. A person who is no owner is told of what comes in under their name.
 */
export async function signerNotices(
  ctx: Context,
  { principal: by }: Caller,
  happened: Happened,
): Promise<Pick<Change, "writes" | "events">> {
  const { workspace } = by;
  const { person: id, ...said } = saidOf(happened);
  if (said.what === undefined) return NOTHING_TOLD;
  const person = await ctx.people.find(workspace, id as PrincipalId);
  const name = person?.name ?? id;
  const of = { name, what: said.what, signer: said.signer };
  const all = await ownersOf(ctx, workspace);
  const isTheirs = THEIRS.includes(said.what) || all.length < 2;
  const owners = await ownerNotices(ctx, {
    workspace,
    tellsSole: true,
    actor: isTheirs ? undefined : by.id,
    ...OWNERS_TOLD.signers_changed(by.name, of),
  });
  if (person?.kind !== "person" || person.role === "owner" || said.what === "owner") return owners;
  const theirs = await noticeToPerson(ctx, person, PERSON_TOLD.signers_changed(by.name, of));
  return {
    writes: [...owners.writes, ...theirs.writes],
    events: [...owners.events, ...theirs.events],
  };
}

/** Of these the person is told who seems to have done it. */
const THEIRS: readonly SignersTold[] = ["waits", "recovered", "lost"];

type SignersTold = "waits" | "added" | "recovered" | "lost" | "ended" | "owner";

interface Said {
  readonly person: string;
  readonly signer: string;
  /** Absent where nobody has to look at it yet. */
  readonly what?: SignersTold;
}

function saidOf(happened: Happened): Said {
  if ("waits" in happened) {
    const { waits } = happened;
    const said = { person: waits.voter, signer: waits.signer };
    // An own one is let in by the same person a moment later.
    const isToldOf = waits.purpose === "earshot.enrol" && waits.as !== "own";
    return isToldOf ? { ...said, what: "waits" } : said;
  }
  const { entry } = happened;
  const { type, subject: signer, person } = changedBy(entry);
  const said = { person, signer };
  if (type === "signer.owner_changed") return { ...said, what: "owner" };
  if (type === "signer.ended") return { ...said, what: "ended" };
  if (entry.change === "lost") return { ...said, what: "lost" };
  return { ...said, what: entry.change === "recovery" ? "recovered" : "added" };
}
