/** The updates that we request. Reactions only come if requested. */
export const HEARD_UPDATES = [
  "message",
  "edited_message",
  "callback_query",
  "message_reaction",
] as const;
