import type { JsonObject } from "./json.ts";
/**
 * Every error Earshot can report, in one table that all doors read.
 *
 * `status` is the HTTP status, `retry` says whether the same call may succeed later (`later`), at
 * once (`now`) or not at all (`never`), `exit` is the exit code of the command line. Expired,
 * cancelled and rejected are outcomes of a request, not errors, and stand elsewhere.
 */
export const ERRORS = {
  INVALID_INPUT: { status: 400, retry: "never", exit: 1 },
  NOT_SIGNED_IN: { status: 401, retry: "never", exit: 1 },
  NOT_ALLOWED: { status: 403, retry: "never", exit: 1 },
  NOT_FOUND: { status: 404, retry: "never", exit: 1 },
  METHOD_NOT_ALLOWED: { status: 405, retry: "never", exit: 1 },
  REQUEST_CLOSED: { status: 409, retry: "never", exit: 1 },
  DECISION_HELD: { status: 409, retry: "never", exit: 1 },
  ALREADY_VOTED: { status: 409, retry: "never", exit: 1 },
  ALREADY_CLAIMED: { status: 409, retry: "never", exit: 1 },
  DIGEST_MISMATCH: { status: 409, retry: "never", exit: 1 },
  POLICY_CHANGED: { status: 409, retry: "never", exit: 1 },
  RECORD_CHANGED: { status: 409, retry: "never", exit: 1 },
  STEP_UP_NEEDED: { status: 403, retry: "never", exit: 1 },
  SECOND_OWNER_NEEDED: { status: 403, retry: "never", exit: 75 },
  PERSONS_YES_NEEDED: { status: 403, retry: "never", exit: 75 },
  NOT_APPROVED: { status: 403, retry: "never", exit: 10 },
  GRANT_REFUSED: { status: 403, retry: "never", exit: 1 },
  KEY_REUSED: { status: 409, retry: "never", exit: 1 },
  SESSION_LOST: { status: 409, retry: "never", exit: 1 },
  SESSION_CLOSED: { status: 409, retry: "never", exit: 1 },
  CONVERSATION_CLOSED: { status: 409, retry: "never", exit: 1 },
  CONFLICT: { status: 409, retry: "now", exit: 1 },
  TOO_LARGE: { status: 413, retry: "never", exit: 1 },
  RATE_LIMITED: { status: 429, retry: "later", exit: 1 },
  QUOTA_EXCEEDED: { status: 409, retry: "never", exit: 1 },
  QUEUE_FULL: { status: 503, retry: "later", exit: 1 },
  CHANNEL_UNAVAILABLE: { status: 409, retry: "never", exit: 1 },
  BUDGET_SPENT: { status: 409, retry: "never", exit: 1 },
  INTERNAL: { status: 500, retry: "never", exit: 1 },
  MODEL_FAILED: { status: 502, retry: "later", exit: 1 },
  STORE_UNAVAILABLE: { status: 503, retry: "later", exit: 1 },
  CLOCK_JUMPED: { status: 503, retry: "later", exit: 1 },
  RECORD_WENT_BACK: { status: 503, retry: "later", exit: 75 },
  SHUTTING_DOWN: { status: 503, retry: "later", exit: 1 },
  UNREACHABLE: { status: 503, retry: "later", exit: 1 },
  TIMED_OUT: { status: 504, retry: "later", exit: 1 },
  ALREADY_RUNNING: { status: 409, retry: "never", exit: 1 },
  END_OF_INPUT: { status: 400, retry: "never", exit: 15 },
  NO_TERMINAL: { status: 400, retry: "never", exit: 69 },
  INTERRUPTED: { status: 400, retry: "never", exit: 130 },
} as const satisfies Record<string, ErrorRule>;

/** How doors treat an error: HTTP status, when a retry can help, exit code. */
export interface ErrorRule {
  readonly status: number;
  readonly retry: "never" | "later" | "now";
  readonly exit: number;
}

export type ErrorCode = keyof typeof ERRORS;

/**
 * The only error class that Earshot throws. `message` says what happened, to which id, and what to
 * do next; `details` is plain JSON and safe to show to the caller.
 * @example
 * ```ts
 * import { EarshotError } from "earshot";
 *
 * const missing = new EarshotError("NOT_FOUND", "There is no sample C-1. Look at its label.");
 * console.log(missing.code, missing.message);
 * ```
 */
export class EarshotError extends Error {
  override readonly name = "EarshotError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }
}

/**
 * True for an EarshotError, or only for one with the given code. One of another copy counts as well:
 * `earshot` and `earshot-client` may both be installed.
 * @example
 * ```ts
 * import { isEarshotError, sendMessageToOperator } from "earshot";
 *
 * try {
 *   await sendMessageToOperator("Go on?");
 * } catch (error) {
 *   if (!isEarshotError(error, "NO_TERMINAL")) throw error;
 *   console.log("Nobody is there to ask.");
 * }
 * ```
 */
export function isEarshotError(error: unknown, code?: ErrorCode): error is EarshotError {
  const isOurs =
    error instanceof EarshotError ||
    (error instanceof Error && error.name === "EarshotError" && "code" in error);
  return isOurs && (code === undefined || error.code === code);
}

/** What a refusal names, and its reason, for those who say it in another language than English. */
export function namesIn({ code, details = {} }: EarshotError): Readonly<Record<string, string>> {
  const all = Object.entries<unknown>({ reason: code, ...details });
  return Object.fromEntries(
    all.filter((one): one is [string, string] => typeof one[1] === "string"),
  );
}

/** True for a code that this version knows. A newer server can send others. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERRORS, code);
}

/** What a model should do next after a call of a tool has failed. */
export const NEXT_STEPS = {
  again: "Wait a moment, then make the same call; what was asked already is joined.",
  never: "The same call will not help. Do what the message says, or go on without it.",
} as const;

/** What a model is told when the server or the way to it failed, and not its call. */
export function failedCall({ code, message }: EarshotError): JsonObject {
  const recoverable = ERRORS[code].retry !== "never";
  return {
    error_type: recoverable ? "ExecutionFailedRecoverable" : "ExecutionFailed",
    message,
    recoverable,
    next_step: recoverable ? NEXT_STEPS.again : NEXT_STEPS.never,
  };
}
