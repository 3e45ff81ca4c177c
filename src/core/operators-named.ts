import { EarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/principal.ts";
import type { Context } from "./context.ts";

const MAX_ASKED = 20;

/** The names, once each; throws INVALID_INPUT where one is nobody's here. */
export async function operatorsNamed(
  ctx: Context,
  caller: Caller,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length > MAX_ASKED) {
    throw new EarshotError("INVALID_INPUT", `At most ${MAX_ASKED} operators can be asked at once.`);
  }
  const { workspace } = caller.principal;
  for (const name of names) {
    const person = await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
    if (person === undefined) {
      throw new EarshotError(
        "INVALID_INPUT",
        `There is no operator named ${JSON.stringify(name)} here. Leave "to" out to ask any operator.`,
        { details: { name } },
      );
    }
  }
  return [...new Set(names)];
}
