/**
 * How long a tool waits for a person before it says that the answer is pending, for each client that
 * calls it. Each is just below the time after which that client gives up the call, because a later
 * result reaches no model. `none` returns at once, for a client that handles the person itself.
 */
export const HOLD_PRESETS = {
  none: 0,
  "openai-agents-py": 3_000,
  generic: 25_000,
  cursor: 50_000,
  codex: 50_000,
  "claude-code": 100_000,
} as const satisfies Record<string, number>;
export type HoldPreset = keyof typeof HOLD_PRESETS;

/** The hold of a key that does not name one. */
export const DEFAULT_HOLD_MS: number = HOLD_PRESETS.generic;

export function isHoldPreset(text: string): text is HoldPreset {
  return Object.hasOwn(HOLD_PRESETS, text);
}
