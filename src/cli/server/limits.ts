import type { Environment } from "../../compose/config.ts";
import type { ServerOptions } from "../../compose/server.ts";
import { formatDuration, parseDuration } from "../../domain/duration.ts";
import { EarshotError } from "../../domain/errors.ts";
import { LONGEST_LEAP_MS, MAX_KEY_HOLD_MS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";

/** The limits on the command line; the environment supplies the others. */
export interface LimitOptions {
  readonly pool?: number;
  /** Milliseconds. */
  readonly maxHold?: number;
  readonly callsPerMinute?: number;
  readonly maxOpen?: number;
  /** Milliseconds. */
  readonly longestPause?: number;
}

export const MAX_POOL = 200;
const MIN_HOLD_MS = 1_000;

export interface ServerLimits
  extends Pick<ServerOptions, "longestPauseMs" | "maxHoldMs" | "maxOpen" | "toolCallsPerMinute"> {
  readonly poolSize: number | undefined;
}

export function limitsOf(options: LimitOptions, environment: Environment): ServerLimits {
  const poolSize = options.pool ?? numberOf("EARSHOT_POOL", environment.pool, MAX_POOL);
  const maxHoldMs = options.maxHold ?? durationOf("EARSHOT_MAX_HOLD", environment.maxHold);
  const calls =
    options.callsPerMinute ??
    numberOf("EARSHOT_CALLS_PER_MINUTE", environment.callsPerMinute, Number.MAX_SAFE_INTEGER);
  const maxOpen =
    options.maxOpen ?? numberOf("EARSHOT_MAX_OPEN", environment.maxOpen, Number.MAX_SAFE_INTEGER);
  if (maxHoldMs !== undefined && !(maxHoldMs >= MIN_HOLD_MS && maxHoldMs <= MAX_KEY_HOLD_MS)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The longest hold of a call is from ${formatDuration(MIN_HOLD_MS)} to ${formatDuration(MAX_KEY_HOLD_MS)}.`,
    );
  }
  const longestPauseMs =
    options.longestPause ?? durationOf("EARSHOT_LONGEST_PAUSE", environment.longestPause);
  assertPause(longestPauseMs);
  return {
    poolSize,
    ...present({ maxHoldMs, maxOpen, longestPauseMs, toolCallsPerMinute: calls }),
  };
}

function assertPause(ms: number | undefined): void {
  if (ms === undefined || ms >= LONGEST_LEAP_MS) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The longest pause before a start is ${formatDuration(LONGEST_LEAP_MS)} or more.`,
  );
}

export function numberOf(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new EarshotError(
    "INVALID_INPUT",
    `${name} is ${JSON.stringify(text)}. Give a whole number from 1${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : " up"}.`,
  );
}

export function durationOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return parseDuration(text);
  } catch (cause) {
    throw new EarshotError("INVALID_INPUT", `${name}: ${(cause as Error).message}`, { cause });
  }
}
