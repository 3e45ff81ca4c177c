import type { KeyId, PrincipalId } from "../../domain/id.ts";
import type { AgentPrincipal, PersonPrincipal, Principal } from "../../domain/people/principal.ts";
import type { CreatedKey, CreateKeyInput } from "../../ports/earshot/earshot.ts";
import type { Life } from "./server.ts";

/** Everybody who takes part. */
export interface Cast {
  /** One of each owner: whose agent it is says who may not decide for it. */
  readonly agents: readonly AgentPrincipal[];
  readonly operators: readonly PersonPrincipal[];
  /** Who holds the first key, which nobody revokes. */
  readonly owner: PersonPrincipal;
  /** The newest key of each. */
  readonly secrets: Map<PrincipalId, string>;
  readonly keys: Map<PrincipalId, KeyId>;
}

/** Founds a workspace and lets in who else takes part. */
export async function assemble(life: Life): Promise<Cast> {
  const founded = await life.found();
  const { principal: owner } = founded.owner;
  const enlist = async (input: CreateKeyInput, by: Principal = owner) => {
    const made = await life.as(by).createKey(input);
    if (made.key.invitation === undefined) return made;
    return await life.as(by).acceptInvitation({ invitation: made.secret });
  };
  const ben = await enlist({ kind: "person", name: "ben", role: "owner" });
  const cleo = await enlist({ kind: "person", name: "cleo", role: "approver" });
  const rover = await enlist({ kind: "agent", name: "rover" }, ben.principal);
  const all: CreatedKey[] = [founded.owner, ben, cleo, founded.agent, rover];
  const principals = all.map(({ principal }) => principal);
  const operators = principals.filter((principal) => principal.kind === "person");
  for (const person of operators) {
    await life.as(person).setPassphrase({ passphrase: passphraseOf(person) });
  }
  return {
    agents: principals.filter((principal) => principal.kind === "agent"),
    operators,
    owner: operators[0] ?? fail(),
    secrets: new Map(all.map(({ principal, secret }) => [principal.id, secret])),
    keys: new Map(all.map(({ principal, key }) => [principal.id, key.id])),
  };
}

export function passphraseOf({ name }: PersonPrincipal): string {
  return `the passphrase of ${name}`;
}

function fail(): never {
  throw new Error("The world was not founded.");
}
