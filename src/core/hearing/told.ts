import type { Heard } from "../../ports/channels/channel.ts";
import { type HearingMessages, type HearingName, wordsIn } from "./messages/messages.ts";

/** One sentence to the person who did something; as a text if it is said the same to everybody. */
export type Saying =
  | {
      readonly name: HearingName;
      readonly values?: Readonly<Record<string, string | number | Saying>>;
    }
  | { readonly text: string };

/** What comes of an event, before it is known in which language the person reads. */
export interface Told extends Omit<Heard, "say" | "language"> {
  readonly say?: readonly Saying[];
}

export function refusal(...say: readonly Saying[]): Told {
  return { isRefusal: true, say };
}

export function heardIn({ say = [], ...told }: Told, language: string): Heard {
  if (say.length === 0) return told;
  const said = { ...told, say: saidIn(say, language) };
  return wordsIn(language).language === "en" ? said : { ...said, language };
}

export function saidIn(say: readonly Saying[], language: string): string {
  const words = wordsIn(language);
  return say.map((one) => sentence(one, words)).join(" ");
}

function sentence(saying: Saying, words: HearingMessages): string {
  if ("text" in saying) return saying.text;
  const values = Object.entries(saying.values ?? {}).map(
    ([name, value]) => [name, typeof value === "object" ? sentence(value, words) : value] as const,
  );
  return words.say(saying.name, Object.fromEntries(values));
}
