import { fromProblem } from "../contract/problem.ts";
import { EarshotError, ERRORS, type ErrorCode, isEarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { type Endpoint, type NodeChoice, nodesOf } from "./nodes.ts";

/** What is read of an answer: a part of what `fetch` resolves with. */
export interface Answer
  extends Pick<Response, "ok" | "status" | "body" | "json" | "text" | "arrayBuffer"> {
  readonly headers: Pick<Headers, "get" | "has">;
}

/** `fetch`, or what does as much of it as a client needs. */
export type Fetch = (
  url: URL,
  init?: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
) => Promise<Answer>;

export interface TransportOptions {
  /** Asked before every attempt: a server may come back at another address. */
  readonly endpoint: () => Endpoint;
  /** Shared by all calls of one client. */
  readonly nodes: NodeChoice;
  /** For every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long a call is repeated while the server is unreachable or says "later". */
  readonly retryForMs: number;
  readonly fetch: Fetch;
  /** Hears of each failed attempt that will be repeated. */
  readonly onRetry?: ((error: EarshotError) => void) | undefined;
}

export interface Call {
  readonly method: "GET" | "POST";
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** How much longer than an ordinary call the server may take to answer. */
  readonly holdMs?: number;
  /** Errors to report at once, although the same call may succeed later. */
  readonly final?: readonly ErrorCode[];
}

const FIRST_DELAY_MS = 100;
const NEXT_NODE_MS = 100;
const MAX_DELAY_MS = 2_000;
const PATIENCE_MS = 30_000;

/**
 * Makes a call until it succeeds, fails for good, or the time for repeats is over. That is safe for every call:
 * those that change something carry an idempotency key or join what is there.
 */
export async function send<T>(
  options: TransportOptions,
  call: Call,
  read: (response: Answer) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + options.retryForMs;
  for (let attempt = 0; ; attempt++) {
    let endpoint: Endpoint | undefined;
    try {
      endpoint = options.endpoint();
      return await attemptOnce(options, { ...call, endpoint }, read);
    } catch (error) {
      if (!isEarshotError(error) || call.final?.includes(error.code) === true) throw error;
      const delay = delayBefore(error, attempt, endpoint);
      if (delay === undefined || Date.now() + delay > deadline) throw error;
      options.onRetry?.(error);
      await sleep(delay, call.signal);
    }
  }
}

async function attemptOnce<T>(
  options: TransportOptions,
  call: Call & { readonly endpoint: Endpoint },
  read: (response: Answer) => Promise<T>,
): Promise<T> {
  const { endpoint } = call;
  const url = options.nodes.of(endpoint);
  assertAddress(url, call.path);
  const timeout = AbortSignal.timeout((call.holdMs ?? 0) + PATIENCE_MS);
  const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
  try {
    // Browsers and workers refuse their own fetch as the method of another object.
    const { fetch } = options;
    const response = await fetch(new URL(call.path, url), {
      method: call.method,
      headers: {
        authorization: `Bearer ${endpoint.key}`,
        ...options.headers,
        ...present({ "content-type": call.body === undefined ? undefined : "application/json" }),
        ...call.headers,
      },
      ...present({ body: call.body }),
      signal,
    });
    return await readOurs(response, url, read);
  } catch (cause) {
    if (call.signal?.aborted === true) throw call.signal.reason;
    const error = cause instanceof EarshotError ? cause : unreachable(call, url, cause);
    if (isOfNode(error)) options.nodes.passOver(endpoint, url);
    throw error;
  }
}

/**
 * Throws INVALID_INPUT if it is no address, which no repeat would mend. An empty text means that the address is
 * not known yet, as while a server starts.
 */
function assertAddress(url: string, path: string): void {
  if (url === "" || URL.canParse(path, url)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(url)} is not the address of a server. Give one such as http://127.0.0.1:4242.`,
    { details: { url } },
  );
}

async function readOurs<T>(
  response: Answer,
  url: string,
  read: (response: Answer) => Promise<T>,
): Promise<T> {
  if (isForeign(response)) throw await foreign(response, url);
  if (response.ok) return await read(response);
  throw fromProblem(await response.json().catch(() => undefined), response.status);
}

/** A page that is not ours: ours always have a content policy. The page of a failing proxy goes away. */
function isForeign({ headers, status }: Answer): boolean {
  const isPage = headers.get("content-type")?.startsWith("text/html") === true;
  return (
    isPage &&
    status < 500 &&
    ![408, 429].includes(status) &&
    !headers.has("content-security-policy")
  );
}

/** Another server answers there, which no repeat would change. */
async function foreign(response: Answer, url: string): Promise<EarshotError> {
  const [, title] = /<title[^>]*>([^<]{1,100})/i.exec(await response.text()) ?? [];
  const named = title === undefined ? "" : ` with the title ${JSON.stringify(title.trim())}`;
  const { status } = response;
  return new EarshotError(
    "INVALID_INPUT",
    `Something other than Earshot answers at ${url}: a web page${named} (status ${status}). Give the address of an Earshot server.`,
    { details: { url, status } },
  );
}

/** Something listens there and does not answer: the change of a call may have been made. */
function unanswered({ method, holdMs = 0 }: Call, url: string, cause: unknown): EarshotError {
  const seconds = Math.round((holdMs + PATIENCE_MS) / 1_000);
  const next =
    method === "GET"
      ? "Check whether its process is stopped or overloaded, and call again."
      : "The call may have been carried out: see npx earshot list once it answers. With the same idempotency key, repeating it carries it out only once.";
  return new EarshotError(
    "UNREACHABLE",
    `The server at ${url} accepts connections but did not answer within ${seconds} s. ${next}`,
    { cause, details: { url } },
  );
}

function unreachable(
  call: Call & { readonly endpoint: Endpoint },
  url: string,
  cause: unknown,
): EarshotError {
  const { cause: inner, message, name } = cause as Error & { cause?: { code?: string } };
  // A refused connection ends with another error, long before the time is up.
  if (name === "TimeoutError") return unanswered(call, url, cause);
  const others = nodesOf(call.endpoint).filter((other) => other !== url);
  const nor = others.length === 0 ? "" : ` Its client can go to ${others.join(", ")} as well.`;
  return new EarshotError(
    "UNREACHABLE",
    `No Earshot server answers at ${url} (${inner?.code ?? message ?? "connection lost"}).${nor} Is it running? Start one with npx earshot start.`,
    { cause, details: { url } },
  );
}

/** Whether another node may serve it instead; a rate limit follows the caller to every node. */
function isOfNode({ code }: EarshotError): boolean {
  return code === "UNREACHABLE" || code === "SHUTTING_DOWN" || code === "STORE_UNAVAILABLE";
}

/**
 * How long to wait before the next attempt; undefined if none can help. One round over all nodes counts as one
 * attempt.
 */
function delayBefore(
  error: EarshotError,
  attempt: number,
  endpoint: Endpoint | undefined,
): number | undefined {
  const nodes = endpoint === undefined ? 1 : nodesOf(endpoint).length;
  switch (ERRORS[error.code].retry) {
    case "never":
      return undefined;
    case "now":
      return attempt < 3 ? 0 : undefined;
    case "later":
      // The next node may serve at once, but not all clients should meet it at the same moment.
      if (isOfNode(error) && (attempt + 1) % nodes !== 0) return NEXT_NODE_MS * Math.random();
      // Half fixed, half random: clients that were cut off together come back at different times.
      return (
        Math.min(FIRST_DELAY_MS * 2 ** Math.floor(attempt / nodes), MAX_DELAY_MS) *
        (0.5 + Math.random() / 2)
      );
  }
}

/** Resolves after `ms`; rejects when the signal ends it. */
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
