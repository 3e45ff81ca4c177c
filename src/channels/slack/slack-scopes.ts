/** The permissions that the bot token needs. */
export const SCOPES: readonly string[] = [
  "app_mentions:read",
  "channels:history",
  "chat:write",
  "files:read",
  "files:write",
  "groups:history",
  "im:history",
  "im:write",
  "mpim:history",
  "reactions:read",
  "reactions:write",
  "users:read",
];
