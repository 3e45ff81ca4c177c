import { wordsIn } from "../../render/messages/messages.ts";

/** What the trusted renderer says here. */
export const words = wordsIn("en");
