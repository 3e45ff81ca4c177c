import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { changedBy } from "../../domain/votes/changed-signers.ts";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import { isSigned, type SignedStatement } from "../../domain/votes/statement.ts";
import type { ChangedSigner, ChangeSignersInput } from "../../ports/earshot/signers.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { WAITING_SIGNERS } from "../../ports/store/write.ts";
import { actorOf } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { assertWholeKey } from "../call/assert-whole-key.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { assertOwnHand } from "../deciders/hands.ts";
import { lostGroup } from "./lost-signers.ts";
import { nonceOf, usedNonce } from "./nonces.ts";
import { statementRefused } from "./refused.ts";
import { changeOf, isEnrol, type Place, type Stated, tryEntry } from "./signer-groups.ts";
import { signerNotices } from "./signer-notices.ts";
import { signersNow } from "./signers-now.ts";
import { assertMayWait, settle } from "./waiting.ts";

/**
 * Takes a statement on who may sign. Where it and those that wait make an entry of the chain by its rules, the
 * entry is made; otherwise it waits for others to sign, for as long as it says itself.
 */
export async function changeSigners(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ChangeSignersInput>,
): Promise<ChangedSigner> {
  const me = asOperator(caller);
  const call: CallIdentity = { caller, operation: "changeSigners", input, options };
  const { signed, lost } = input;
  if ((signed === undefined) === (lost === undefined)) {
    throw new EarshotError("INVALID_INPUT", "Give either a signed statement, or lost.");
  }
  if (signed !== undefined) await assertOwnStatement(ctx, caller, signed);
  else await assertPersonally(ctx, caller);
  return await commitCall(ctx, call, {
    thing: "The chain of signers",
    plan: async () =>
      signed === undefined
        ? await planLost(ctx, call, { me, digest: lost ?? "" })
        : await planStatement(ctx, call, signed),
    replay: async (digest) => await asItIs(ctx, me, digest),
  });
}

/** Nobody brings what another has signed, and a new signer comes in by its person's own hand alone. */
async function assertOwnStatement(
  ctx: Context,
  caller: Caller,
  signed: SignedStatement,
): Promise<void> {
  if (!isSigned(signed) || !CHANGING.includes(signed.statement.purpose)) {
    throw statementRefused("malformed");
  }
  if (signed.statement.voter !== caller.principal.id) throw statementRefused("other_voter");
  if (isEnrol(signed)) await assertPersonally(ctx, caller);
}

const CHANGING: readonly string[] = [
  "earshot.enrol",
  "earshot.admit",
  "earshot.end",
  "earshot.owner",
];

async function assertPersonally(ctx: Context, caller: Caller): Promise<void> {
  assertWholeKey(caller, "A signer");
  await assertOwnHand(ctx, caller, "A signer");
}

async function planStatement(
  ctx: Context,
  call: CallIdentity,
  signed: SignedStatement,
): Promise<PlannedCall<ChangedSigner>> {
  const { place, waiting, expired } = await groundOf(ctx, call);
  const one: Stated = { digest: ctx.statements.digest(signed.statement), signed };
  const ticket = await nonceOf(ctx, call.caller, signed.statement);
  assertRoot(call.caller, signed);
  const settled = settle(one, { place, waiting, statements: ctx.statements });
  const dropped = [...expired, ...(settled.entry === undefined ? [] : settled.used)];
  const writes: Write[] = [usedNonce(ctx, ticket), ...dropped.map(dropping)];
  if (settled.entry !== undefined) {
    return await appended(ctx, call, { entry: settled.entry, writes, digest: one.digest });
  }
  assertMayWait(one, { place, waiting });
  const told = await signerNotices(ctx, call.caller, { waits: signed.statement });
  const { statement } = signed;
  const event: EventDraft = {
    type: "signer.stated",
    at: place.now,
    actor: call.caller.principal.id,
    subject: one.digest,
    data: { via: viaOf(call), kind: `${statement.purpose} ${changeOf(one)}` },
  };
  const { workspace } = call.caller.principal;
  return {
    result: one.digest,
    change: {
      workspace,
      writes: [
        ...writes,
        { type: "statement.insert", statement: { ...one, subject: WAITING_SIGNERS } },
        ...told.writes,
      ],
      events: [event, ...told.events],
    },
    done: () => ({ digest: one.digest, state: "waits", ...present({ head: place.set?.head }) }),
  };
}

/** Whoever begins the chain says who comes in first: an owner, as the record knows them. */
function assertRoot({ principal }: Caller, { statement }: SignedStatement): void {
  const isRoot = statement.purpose === "earshot.enrol" && statement.as === "root";
  if (!isRoot || (principal.kind === "person" && principal.role === "owner")) return;
  throw statementRefused("wrong_people");
}

async function planLost(
  ctx: Context,
  call: CallIdentity,
  { me, digest }: { readonly me: PersonPrincipal; readonly digest: string },
): Promise<PlannedCall<ChangedSigner>> {
  const { place, waiting, expired } = await groundOf(ctx, call);
  const group = lostGroup(digest, { ...place, waiting, voter: me.id });
  const signed = group.map((one) => one.signed);
  const { entry, fault } = tryEntry(place, { change: "lost", signed }, ctx.statements);
  if (entry === undefined) throw statementRefused(fault);
  const writes = [...expired, ...group].map(dropping);
  return await appended(ctx, call, { entry, writes, digest });
}

interface Ground {
  readonly place: Place;
  readonly waiting: readonly Stated[];
  /** Those whose time is over. */
  readonly expired: readonly Stated[];
}

async function groundOf(ctx: Context, { caller }: CallIdentity): Promise<Ground> {
  const { workspace } = caller.principal;
  const [deployment, { set }, stored] = await Promise.all([
    ctx.deployment(),
    signersNow(ctx, workspace),
    ctx.store.listStatements(workspace, WAITING_SIGNERS),
  ]);
  const now = nowOf(ctx);
  const all = stored.flatMap(({ digest, signed }) =>
    signed === undefined ? [] : [{ digest, signed }],
  );
  const isOver = ({ signed }: Stated) => signed.statement.until < now;
  return {
    place: { deployment: deployment ?? "", workspace, set, now },
    waiting: all.filter((one) => !isOver(one)),
    expired: all.filter(isOver),
  };
}

function dropping({ digest }: Stated): Write {
  return { type: "statement.drop", digest };
}

async function appended(
  ctx: Context,
  call: CallIdentity,
  {
    entry,
    writes,
    digest,
  }: { readonly entry: SignerEntry; readonly writes: readonly Write[]; readonly digest: string },
): Promise<PlannedCall<ChangedSigner>> {
  const { type, subject, person } = changedBy(entry);
  const head = ctx.statements.entryHash(entry);
  const { workspace, id: actor } = call.caller.principal;
  const of = await ctx.people.find(workspace, person as PrincipalId);
  const told = await signerNotices(ctx, call.caller, { entry });
  const change: Change = {
    workspace,
    writes: [...writes, { type: "signers.append", entry }, ...told.writes],
    events: [
      {
        type,
        at: nowOf(ctx),
        actor,
        subject,
        data: {
          digest: head,
          via: viaOf(call),
          ...present({ name: of?.name }),
          kind: entry.change,
          version: entry.seq,
        },
      },
      ...told.events,
    ],
  };
  return { result: digest, change, done: () => ({ digest, state: "done", head }) };
}

function viaOf({ caller, options }: CallIdentity): string {
  return actorOf(caller, options?.via).via;
}

/** What an earlier call with the same key has come to since. */
async function asItIs(
  ctx: Context,
  { workspace }: PersonPrincipal,
  digest: string,
): Promise<ChangedSigner> {
  const { entries, set } = await signersNow(ctx, workspace);
  const isDone = entries.some(({ signed }) =>
    signed.some(({ statement }) => ctx.statements.digest(statement) === digest),
  );
  return { digest, state: isDone ? "done" : "waits", ...present({ head: set?.head }) };
}
