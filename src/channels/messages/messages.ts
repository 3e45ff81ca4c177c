import { createMessages, type Messages } from "../../messages/messages.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };

export type ChannelMessages = Messages<keyof typeof en>;

/** What channels say beside a content, in its language; English if it names none. */
export function wordsOf({ language = "en" }: { readonly language?: string }): ChannelMessages {
  return wordsIn(language);
}

const wordsIn: (code: string) => ChannelMessages = createMessages({ en, de, es, fr, ja });
