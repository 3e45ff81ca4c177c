import { isEarshotError } from "../../domain/errors.ts";
import type { KnownPerson } from "../../domain/policy-check-approvers.ts";
import { dataPaths, servingOf } from "../../system/data-folder.ts";
import type { RunContext } from "../run-context.ts";

/** The people with a good key at the server that runs; why they are not known, where they are not. */
export async function knownPeople(
  context: RunContext,
): Promise<readonly KnownPerson[] | { readonly why: string }> {
  const { environment, options } = context;
  const isRunning = environment.url !== undefined || servingOf(options.data) !== undefined;
  if (!isRunning) return { why: `no server runs on ${dataPaths(options.data).root}` };
  try {
    const { items } = await context.connectAs("operator").listKeys();
    return items.flatMap(({ key: { revokedAt, scopes }, principal }) => {
      if (principal.kind !== "person" || revokedAt !== undefined) return [];
      const { name, role } = principal;
      return [{ name, role, decides: scopes.includes("decide") }];
    });
  } catch (error) {
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    return { why: error.message };
  }
}
