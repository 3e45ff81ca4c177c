/** The clients that `earshot init` knows, in the order of their list. */
export const CLIENT_IDS = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "gemini-cli",
  "opencode",
  "opencode-v1",
  "zed",
  "goose",
  "windsurf",
  "cline",
  "cline-cli",
  "continue",
] as const;

export type ClientId = (typeof CLIENT_IDS)[number];
