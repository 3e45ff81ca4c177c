import { fromProblem } from "../contract/problem.ts";
import { EarshotError, ERRORS, type ErrorCode, isEarshotError } from "../domain/errors.ts";

/** Where a server can be called and with which key. */
export interface Endpoint {
  readonly url: string;
  readonly key: string;
}

export interface TransportOptions {
  /** Asked anew for every attempt, since a server may come back at another address. */
  readonly endpoint: () => Endpoint;
  /** How long a call is repeated while the server cannot be reached or says "later". */
  readonly retryForMs: number;
  readonly fetch: typeof fetch;
  /** Hears of each attempt that failed and will be repeated. */
  readonly onRetry?: ((error: EarshotError) => void) | undefined;
}

export interface Call {
  readonly method: "GET" | "POST";
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** How long the server may take to answer, beyond what a call takes anyway. */
  readonly holdMs?: number;
  /** Errors that are told at once, though the same call may succeed later. */
  readonly final?: readonly ErrorCode[];
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
const PATIENCE_MS = 30_000;

/**
 * Makes a call until it succeeds, fails for good, or the time for repeats is over. Safe for every
 * call, since those that change something carry an idempotency key or join what is there.
 */
export async function send<T>(
  options: TransportOptions,
  call: Call,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + options.retryForMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(options, call, read);
    } catch (error) {
      if (!isEarshotError(error) || call.final?.includes(error.code) === true) throw error;
      const delay = delayBefore(error, attempt);
      if (delay === undefined || Date.now() + delay > deadline) throw error;
      options.onRetry?.(error);
      await sleep(delay, call.signal);
    }
  }
}

async function attemptOnce<T>(
  options: TransportOptions,
  call: Call,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { url, key } = options.endpoint();
  const timeout = AbortSignal.timeout((call.holdMs ?? 0) + PATIENCE_MS);
  const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
  try {
    const response = await options.fetch(new URL(call.path, url), {
      method: call.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      signal,
    });
    if (response.ok) return await read(response);
    throw fromProblem(await response.json().catch(() => undefined), response.status);
  } catch (cause) {
    if (call.signal?.aborted === true) throw call.signal.reason;
    throw cause instanceof EarshotError ? cause : unreachable(url, cause);
  }
}

function unreachable(url: string, cause: unknown): EarshotError {
  const { cause: inner, message } = cause as { cause?: { code?: string }; message?: string };
  return new EarshotError(
    "UNREACHABLE",
    `No Earshot server answers at ${url} (${inner?.code ?? message ?? "connection lost"}). Is it running? Start one with npx earshot start.`,
    { cause, details: { url } },
  );
}

/** How long to wait before the next attempt; undefined where none can help. */
function delayBefore(error: EarshotError, attempt: number): number | undefined {
  switch (ERRORS[error.code].retry) {
    case "never":
      return undefined;
    case "now":
      return attempt < 3 ? 0 : undefined;
    case "later":
      // Half fixed, half by chance, so that those who were cut off together come back apart.
      return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
  }
}

/** Resolves after `ms`; rejects as soon as the signal ends it. */
export function sleep(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener("abort", ended);
      resolve();
    }
    function ended() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    if (signal?.aborted === true) ended();
    else signal?.addEventListener("abort", ended, { once: true });
  });
}
