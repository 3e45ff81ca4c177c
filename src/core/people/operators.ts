import { EarshotError } from "../../domain/errors.ts";
import type { Caller, PersonPrincipal, Role } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { checkName } from "../../domain/text.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { type CallIdentity, commitError, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { newPrincipal } from "../callers/principals.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { proveManager } from "../sign-in/prove-manager.ts";
import { assertDistinctName } from "./distinct-name.ts";
import { type OwnersChange, secondOwner } from "./second-owner.ts";

export interface AddOperatorInput {
  readonly name: string;
  readonly role?: Role;
  readonly passphrase?: string;
}

/** Adds a person; an existing one stays as they are. */
export async function addOperator(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AddOperatorInput>,
): Promise<PersonPrincipal> {
  requireRight(caller, "people");
  checkName(input.name, "name");
  const { passphrase, ...identity } = input;
  // Checked first, so nobody types a passphrase only to be refused.
  await knownBy(ctx, caller.principal.workspace, input);
  await proveManager(ctx, caller, {
    passphrase,
    tried: { does: "addOperator", via: options?.via },
    what: "An operator is not added",
    command: "npx earshot operators add",
  });
  const call: CallIdentity = { caller, operation: "addOperator", input: identity, options };
  return await inCallersTurn(ctx, caller, () => add(ctx, call, identity));
}

async function add(
  ctx: Context,
  call: CallIdentity,
  { name, role }: Pick<AddOperatorInput, "name" | "role">,
): Promise<PersonPrincipal> {
  const { workspace, id: actor } = call.caller.principal;
  const known = await knownBy(ctx, workspace, { name, role });
  if (known !== undefined) return known;
  const content = {
    workspace,
    kind: "person" as const,
    name,
    ...present({ role: role ? role : undefined }),
  };
  const { principal, writes, events } = newPrincipal(ctx, content, actor);
  const once = onceOf(ctx, call, principal.id);
  const told = await noticeOf(ctx, call.caller, { name, role: role ?? "approver" });
  const approved = await secondOwner(ctx, call.caller, ownerChange(name, role));
  const change: Change = {
    workspace,
    writes: [...writes, ...told.writes, ...approved.writes],
    events: [...events, ...told.events, ...approved.events],
    ...present({ once }),
  };
  const done = await ctx.commit(change);
  if (done.outcome === "committed" && principal.kind === "person") return principal;
  const faster = await findByName(ctx, workspace, name);
  if (faster === undefined || done.outcome === "key_reused") throw commitError(done, change);
  return withRole(faster, role);
}

/** Other roles decide nothing until they have a key or a link, which is approved separately. */
function ownerChange(name: string, role: Role | undefined): OwnersChange | undefined {
  if (role !== "owner") return undefined;
  const wants = `${JSON.stringify(name)} to be an owner.`;
  return { tool: "add_owner", args: { name }, wants };
}

async function noticeOf(
  ctx: Context,
  { principal: by }: Caller,
  { name, role }: { readonly name: string; readonly role: Role },
): Promise<Pick<Change, "writes" | "events">> {
  if (role === "viewer") return { writes: [], events: [] };
  return await ownerNotices(ctx, {
    workspace: by.workspace,
    actor: by.id,
    ...OWNERS_TOLD.operator_added(by.name, { name, role }),
  });
}

/**
 * The person of this name. Throws if they have another role, or the name could be mistaken for
 * another's.
 */
async function knownBy(
  ctx: Context,
  workspace: string,
  { name, role }: { readonly name: string; readonly role?: Role | undefined },
): Promise<PersonPrincipal | undefined> {
  const known = await findByName(ctx, workspace, name);
  if (known !== undefined) return withRole(known, role);
  await assertDistinctName(ctx, { workspace, name });
  return undefined;
}

function withRole(known: PersonPrincipal, role: Role | undefined): PersonPrincipal {
  if (role === undefined || known.role === role) return known;
  throw new EarshotError(
    "INVALID_INPUT",
    `Operator ${JSON.stringify(known.name)} is ${known.role} here, and a role does not change. Add them by another name.`,
    { details: { name: known.name, role: known.role } },
  );
}

async function findByName(
  ctx: Context,
  workspace: string,
  name: string,
): Promise<PersonPrincipal | undefined> {
  const known = await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
  return known?.kind === "person" ? known : undefined;
}
