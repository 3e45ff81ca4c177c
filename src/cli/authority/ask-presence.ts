import { isAtLeast, isTypedPart, TYPED_DIGITS } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import type { Presence } from "../../ports/earshot/authority.ts";
import type { ControllingTerminal } from "../terminal/controlling-terminal.ts";
import { isYes } from "../terminal/is-yes.ts";
import { askPassphrase } from "../terminal/step-up.ts";

/**
 * Has the person at the terminal confirm what was just shown there; undefined if they say no. There
 * is no second try after a wrong part of the digest: the whole action is shown again first.
 */
export async function askPresence(
  terminal: ControllingTerminal,
  { authorization: { digest, demand } }: OpenAuthorization,
): Promise<Presence | undefined> {
  const proof = async () => (demand.stepUp ? { passphrase: await askPassphrase(terminal) } : {});
  if (isAtLeast(demand.level, "HIGH")) {
    const typed = await askDigits(terminal, digest);
    return { typed, ...(await proof()) };
  }
  const isMeant = isYes(await terminal.readLine("Approve exactly this? [y/N] "));
  return isMeant ? await proof() : undefined;
}

async function askDigits({ readLine }: ControllingTerminal, digest: string): Promise<string> {
  const prompt = `To approve exactly this, type the first ${TYPED_DIGITS} digits of the digest: `;
  const typed = (await readLine(prompt)).trim();
  if (isTypedPart(typed, digest)) return typed;
  throw new EarshotError(
    "INVALID_INPUT",
    `These are not the first ${TYPED_DIGITS} digits of the digest. Nothing was approved.`,
  );
}
