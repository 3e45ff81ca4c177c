import { wordsIn } from "../../render/messages/messages.ts";
import { pageLocale } from "../browser/language.ts";
import { exact } from "../ui/time-words.ts";

/** What the trusted renderer says here. */
export const words = wordsIn("en");

/** Whom it says it to: whoever reads this page. */
export const reader = { words, locale: pageLocale, moment: exact };
