import type { MessageLanguage } from "../../messages/message-language.ts";
import { createMessages, type Messages } from "../../messages/messages.ts";
import de from "./messages/de.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import es from "./messages/es.json" with { type: "json" };
import fr from "./messages/fr.json" with { type: "json" };
import it from "./messages/it.json" with { type: "json" };
import ja from "./messages/ja.json" with { type: "json" };
import nl from "./messages/nl.json" with { type: "json" };
import pl from "./messages/pl.json" with { type: "json" };
import pt from "./messages/pt.json" with { type: "json" };
import zh from "./messages/zh.json" with { type: "json" };

export type LiaisonMessages = Messages<keyof typeof en, MessageLanguage>;

/** What the liaison says, in the language of a code. */
export const liaisonMessages: (code: string) => LiaisonMessages = createMessages({
  en,
  de,
  es,
  fr,
  it,
  pt,
  nl,
  pl,
  ja,
  zh,
});
