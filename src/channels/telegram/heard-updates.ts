/** What Telegram is asked for. Reactions come only to those who ask. */
export const HEARD_UPDATES = [
  "message",
  "edited_message",
  "callback_query",
  "message_reaction",
] as const;
