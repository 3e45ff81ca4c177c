import { expect, test } from "vitest";
import { MAX_KEY_HOLD_MS } from "../limits.ts";
import { DEFAULT_HOLD_MS, HOLD_PRESETS, isHoldPreset } from "./holds.ts";

test("each client has the hold that it lets a call have", () => {
  expect(HOLD_PRESETS).toEqual({
    none: 0,
    "openai-agents-py": 3_000,
    generic: 25_000,
    cursor: 50_000,
    codex: 50_000,
    "claude-code": 100_000,
  });
  expect(DEFAULT_HOLD_MS).toBe(25_000);
  for (const ms of Object.values(HOLD_PRESETS)) expect(ms).toBeLessThanOrEqual(MAX_KEY_HOLD_MS);
});

test("only the names of clients are presets", () => {
  expect(["codex", "none"].every(isHoldPreset)).toBe(true);
  expect(["50s", "", "toString", "Codex"].some(isHoldPreset)).toBe(false);
});
