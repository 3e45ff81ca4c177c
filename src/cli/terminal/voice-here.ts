import { type Voice, voiceOf } from "../../channels/console/voice.ts";
import type { Environment } from "../../compose/config.ts";
import { languageTag } from "../../domain/language-tag.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { Output } from "./output.ts";

type Chosen = Pick<Earshot, "attention">;

/**
 * How a command speaks to the person at this terminal: as EARSHOT_LANGUAGE says, or as they have
 * chosen, or as the system does; with times as the clocks here show them.
 */
export async function voiceHere({ environment, output }: Here, earshot: Chosen): Promise<Voice> {
  const named = environment.language ?? (await chosenBy(earshot));
  const voice = voiceOf({ language: named ?? languageOfSystem(environment.locale) ?? "en" });
  return { ...voice, ...present({ paint: output?.style.run }) };
}

interface Here {
  readonly environment: Pick<Environment, "language" | "locale">;
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
