import { ENGLISH, type Voice } from "../../channels/console/voice.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import { atControllingTerminal, type ControllingTerminal } from "./controlling-terminal.ts";

/** Asks the person at the terminal, without echo. */
export async function askPassphrase({
  readSecret,
  voice = ENGLISH,
}: Pick<ControllingTerminal, "readSecret"> & { readonly voice?: Voice }): Promise<string> {
  return await readSecret(voice.own.say("passphrase"));
}

/**
 * Sends without a passphrase, and once more with one if the server wants it: only the server knows
 * who has one, and what needs it.
 */
export async function orStepUp<T>(
  send: (passphrase?: string) => Promise<T>,
  ask: () => Promise<string>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isWanted =
      isEarshotError(error, "STEP_UP_NEEDED") && error.details?.["reason"] === "no_passphrase";
    if (!isWanted) throw error;
    return await send(await ask());
  }
}

/** The same, asking at the controlling terminal; NO_TERMINAL if there is none. */
export async function orStepUpAtTerminal<T>(
  signal: AbortSignal,
  send: (proof: { readonly passphrase?: string }) => Promise<T>,
): Promise<T> {
  const why = "the server wants your passphrase, which is typed at one";
  return await orStepUp(
    (passphrase) => send(present({ passphrase })),
    () => atControllingTerminal({ why, signal }, askPassphrase),
  );
}
