import type { EarshotError } from "../../domain/errors.ts";
import type { Heard } from "../../ports/channels/channel.ts";
import type { Contents } from "../../ports/channels/contents.ts";
import { type HearingName, wordsIn } from "./messages/messages.ts";

/** One sentence to the person who did something; as a text if it is said the same to everybody. */
export type Saying =
  | {
      readonly name: HearingName;
      readonly values?: Readonly<Record<string, string | number | Saying>>;
    }
  | { readonly text: string }
  /** Why something was refused, as it is said everywhere. */
  | { readonly refused: EarshotError };

/** What comes of an event, before it is known in which language the person reads. */
export interface Told extends Omit<Heard, "say" | "language" | "prompt"> {
  readonly say?: readonly Saying[];
  readonly prompt?: { readonly token: string; readonly hint: (language: string) => string };
}

export function refusal(...say: readonly Saying[]): Told {
  return { isRefusal: true, say };
}

/** How the person reads it, and what says the refusals that are not of hearing. */
export interface Speech {
  readonly language: string;
  readonly contents?: Pick<Contents, "refused"> | undefined;
}

export function heardIn({ say = [], prompt, ...told }: Told, speech: Speech): Heard {
  const { language } = speech;
  if (prompt !== undefined) {
    return { ...told, prompt: { token: prompt.token, hint: prompt.hint(language) } };
  }
  if (say.length === 0) return told;
  const said = { ...told, say: saidIn(say, speech) };
  return wordsIn(language).language === "en" ? said : { ...said, language };
}

export function saidIn(say: readonly Saying[], { language, contents }: Speech): string {
  const words = wordsIn(language);
  return say.map(sentence).join(" ");

  function sentence(saying: Saying): string {
    if ("text" in saying) return saying.text;
    if ("refused" in saying) {
      return contents?.refused(saying.refused, language) ?? saying.refused.message;
    }
    const values = Object.entries(saying.values ?? {}).map(
      ([name, value]) => [name, typeof value === "object" ? sentence(value) : value] as const,
    );
    return words.say(saying.name, Object.fromEntries(values));
  }
}
