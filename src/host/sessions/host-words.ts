/** Told once to a model that ends its work without a word to the person who asked. */
export const NUDGE =
  "You ended without a word, and whoever started this has heard nothing from you. Write your reply to them now: what you did, what came of it, what is left. Your text is posted as it is.";

/** Told once to a model that has worked for long without a word. */
export const ACKNOWLEDGE =
  "You have worked for a while and whoever started this has heard nothing from you. First call message to tell them in a sentence or two that you are at it and how far you are; then go on.";

export const RUN_AGAIN = "Run it again";
export const DO_NOT_RUN = "Do not run it";
