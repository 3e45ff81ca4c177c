import { createMessages, type Messages } from "../../../messages/messages.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };

export type HearingName = keyof typeof en;
export type HearingMessages = Messages<HearingName>;

/** What a person is told of what they did on a platform, in the language of a code. */
export const wordsIn: (code: string) => HearingMessages = createMessages({ en, de, es, fr, ja });
