import { isEarshotError } from "../../domain/errors.ts";
import type { KnownPerson } from "../../domain/policy/checks/check-approvers.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { dataPaths, servingOf } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** Whether there is a server to ask. */
export function isServed({ environment, options }: RunContext): boolean {
  return environment.url !== undefined || servingOf(options.data) !== undefined;
}

/** The people with a valid key at the running server, or why they are unknown. */
export async function knownPeople(
  context: RunContext,
): Promise<readonly KnownPerson[] | { readonly why: string }> {
  if (!isServed(context)) {
    return { why: `no server runs on ${dataPaths(context.options.data).root}` };
  }
  try {
    return await peopleOf(context.connectAs("operator"));
  } catch (error) {
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    return { why: error.message };
  }
}

export async function peopleOf(
  earshot: Pick<Earshot, "listKeys" | "listOperators">,
): Promise<readonly KnownPerson[]> {
  const [{ items }, operators] = await Promise.all([earshot.listKeys(), earshot.listOperators()]);
  const proving = new Map(
    operators.items.map(({ principal, passkeys, hasPassphrase }) => [
      principal.id,
      passkeys > 0 || hasPassphrase,
    ]),
  );
  return items.flatMap(({ key: { revokedAt, scopes }, principal }) => {
    if (principal.kind !== "person" || revokedAt !== undefined) return [];
    const { id, name, role } = principal;
    const proves = proving.get(id);
    return [{ name, role, decides: scopes.includes("decide"), ...present({ proves }) }];
  });
}
