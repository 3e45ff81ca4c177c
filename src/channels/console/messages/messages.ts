import { createMessages, type Messages } from "../../../messages/messages.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };

export type ConsoleMessages = Messages<keyof typeof en>;

/** What a terminal says where people answer, in the language of a code. */
export const wordsIn: (code: string) => ConsoleMessages = createMessages({ en, de, es, fr, ja });
