import { pageMessages } from "../../../../messages/page-messages.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };

export const { say } = pageMessages<keyof typeof en>({ en, de, es, fr, ja });
