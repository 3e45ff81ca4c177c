import { type Voice, voiceOf } from "../../channels/console/voice.ts";
import type { Environment } from "../../compose/config.ts";
import type { EarshotError } from "../../domain/errors.ts";
import { languageTag } from "../../domain/language-tag.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { errorWords } from "../../render/refused-words.ts";
import type { Output } from "./output.ts";

type Chosen = Pick<Earshot, "attention">;

/**
 * How a command speaks to the person at this terminal: as EARSHOT_LANGUAGE says, or as they have
 * chosen, or as the system does; with times as the clocks here show them.
 */
export async function voiceHere({ environment, output }: Here, earshot: Chosen): Promise<Voice> {
  const named = environment.language ?? (await chosenBy(earshot));
  const voice = voiceIn(environment, named);
  spoken.set(environment, voice);
  return { ...voice, ...present({ paint: output?.style.run }) };
}

/** Why a command came to nothing, in the language in which it has spoken to the person until then. */
export function refusedHere(environment: Spoken, error: EarshotError): string {
  const voice = spoken.get(environment) ?? voiceIn(environment, environment.language);
  return errorWords(error, voice.words);
}

/** How each command speaks, by its environment. */
const spoken = new WeakMap<Spoken, Voice>();
type Spoken = Pick<Environment, "language" | "locale">;

function voiceIn({ locale }: Spoken, named: string | undefined): Voice {
  return voiceOf({ language: named ?? languageOfSystem(locale) ?? "en" });
}

interface Here {
  readonly environment: Spoken;
  readonly output?: Pick<Output, "style">;
}

/** Nothing fails for want of it, and a key of a script has chosen none. */
async function chosenBy(earshot: Chosen): Promise<string | undefined> {
  try {
    return (await earshot.attention()).language;
  } catch {
    return undefined;
  }
}

/** That of `de_DE.UTF-8`; undefined for `C`. */
function languageOfSystem(locale = ""): string | undefined {
  const [name = ""] = locale.split(/[.@]/, 1);
  return languageTag(name.replace("_", "-"));
}
