import { APICallError } from "ai";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { clean, parseBody, retryAfter, saidIn } from "./server-words.ts";
import type { SilenceWatch } from "./silence-watch.ts";
import type { Target } from "./target.ts";

/** A failed attempt. */
export interface Failure {
  readonly error: EarshotError;
  /** Whether the same call may succeed in a moment. */
  readonly isRepeatable: boolean;
  /** The wait that the server asks for; absent if it asks for none. */
  readonly retryAfterMs?: number;
}

/** What a server sent instead of an answer. */
interface Refusal {
  readonly status: number;
  readonly said: string;
  readonly headers: Readonly<Record<string, string>>;
}

const TOO_LONG =
  /context[_ -]?(?:length|size|window)|maximum context|n_ctx|too many tokens|prompt is too long/i;
const NO_CREDIT = /insufficient_quota|exceeded your current quota/i;

/** Turns every error of an attempt into one of our table of errors. */
export function toFailure(
  thrown: unknown,
  target: Target,
  reached: SilenceWatch["reached"],
): Failure {
  if (thrown instanceof EarshotError) return { error: thrown, isRepeatable: false };
  const refusal = refusalOf(thrown);
  if (refusal !== undefined) return ofRefusal(refusal, target);
  const code = networkCode(thrown);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    return { error: silent(target, 300_000), isRepeatable: false };
  }
  if (reached !== "nothing") return broken(thrown, target);
  const isNetwork = APICallError.isInstance(thrown) || isFetchFailure(thrown) || code !== undefined;
  return isNetwork ? unreachable(thrown, target) : unsendable(thrown, target);
}

/** The error after a silence of this length. */
export function silent({ url, name }: Target, ms: number): EarshotError {
  return new EarshotError(
    "TIMED_OUT",
    `The model ${name} at ${url} sent nothing for ${ms / 1_000} s. It may still be loading, or be too slow for its machine: try again, raise the time-out, or choose a smaller model.`,
    { details: { model: name, url, timeoutMs: ms } },
  );
}

function refusalOf(thrown: unknown): Refusal | undefined {
  if (APICallError.isInstance(thrown)) {
    const { statusCode: status, responseBody, responseHeaders: headers = {} } = thrown;
    // With a status of success, the answer after it could not be read: that is no refusal.
    if (status === undefined || status < 400) return undefined;
    return { status, said: saidIn(parseBody(responseBody ?? ""), thrown.message), headers };
  }
  if (typeof thrown !== "object" || thrown === null || thrown instanceof Error) return undefined;
  const { code, status } = thrown as { code?: unknown; status?: unknown };
  const given = [code, status].map(Number).find((number) => number >= 400 && number < 600);
  return { status: given ?? 500, said: saidIn(thrown, "an error without a message"), headers: {} };
}

function ofRefusal({ status, said, headers }: Refusal, target: Target): Failure {
  const details = { model: target.name, url: target.url, status };
  const told = clean(said, target.apiKey);
  const fail = (code: "NOT_ALLOWED" | "NOT_FOUND" | "MODEL_FAILED", message: string) =>
    new EarshotError(code, message, { details });
  const who = `The model server at ${target.url}`;
  if (status === 402 || NO_CREDIT.test(said)) {
    const message = `${who} wants credit for this key: ${told} Top up the account or use another key.`;
    return { error: fail("NOT_ALLOWED", message), isRepeatable: false };
  }
  if (status === 401 || status === 403) {
    const key = target.apiKey === undefined ? "was sent no key" : "refused the key";
    const message = `${who} ${key} (${status}): ${told} Give it a key that may use ${target.name}.`;
    return { error: fail("NOT_ALLOWED", message), isRepeatable: false };
  }
  if (status === 404)
    return { error: fail("NOT_FOUND", notFound(said, target)), isRepeatable: false };
  if (status === 429) return rateLimited(told, headers, target);
  if (TOO_LONG.test(said)) {
    const message = `The conversation is too long for the model ${target.name}: ${told} Shorten it, or give the model a larger context.`;
    const error = new EarshotError("MODEL_FAILED", message, {
      details: { ...details, contextTooLong: true },
    });
    return { error, isRepeatable: false };
  }
  const isTheirs = status >= 500 && status !== 501;
  const next = isTheirs ? "Try again; if it keeps failing, look at the server's own log." : ASK;
  const message = `${who} failed on a call of ${target.name} (${status}): ${told} ${next}`;
  return { error: fail("MODEL_FAILED", message), isRepeatable: isTheirs };
}

const ASK = "Check what the model and its server support with npx earshot doctor.";

function notFound(said: string, target: Target): string {
  const { url, name, api } = target;
  if (/model/i.test(said)) {
    return `The model ${name} is not on the server at ${url}. With Ollama pull it: ollama pull ${name}; else name one that the server lists.`;
  }
  const mend =
    api === "ollama"
      ? "Give the root of an Ollama server, such as http://127.0.0.1:11434."
      : "Give the address with its path, which usually ends in /v1.";
  return `Nothing at ${url} answers model calls (404). ${mend}`;
}

function rateLimited(told: string, headers: Refusal["headers"], target: Target): Failure {
  const retryAfterMs = retryAfter(headers);
  const when =
    retryAfterMs === undefined
      ? "Try again later."
      : `Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`;
  const error = new EarshotError(
    "RATE_LIMITED",
    `The model server at ${target.url} takes no more calls for ${target.name} for now: ${told} ${when}`,
    {
      details: { model: target.name, url: target.url, status: 429, ...present({ retryAfterMs }) },
    },
  );
  return { error, isRepeatable: true, ...present({ retryAfterMs }) };
}

function unreachable(thrown: unknown, { url, name }: Target): Failure {
  const reason = networkCode(thrown) ?? innermost(thrown);
  const error = new EarshotError(
    "UNREACHABLE",
    `No model server answers at ${url} (${reason}). Is it running, and is the address right?`,
    { cause: causeOf(thrown), details: { model: name, url } },
  );
  return { error, isRepeatable: true };
}

function isFetchFailure(thrown: unknown): boolean {
  return thrown instanceof TypeError && /fetch failed/i.test(thrown.message);
}

/** If the SDK refuses before it sends anything, that is the caller's mistake. */
function unsendable(thrown: unknown, { url, name }: Target): Failure {
  const error = new EarshotError(
    "INVALID_INPUT",
    `The conversation cannot be sent to the model ${name}: ${innermost(thrown)}. It needs at least one message, and a result after every tool call.`,
    { details: { model: name, url } },
  );
  return { error, isRepeatable: false };
}

function broken(thrown: unknown, { url, name }: Target): Failure {
  const error = new EarshotError(
    "MODEL_FAILED",
    `The answer of the model ${name} at ${url} broke off or could not be read (${innermost(thrown)}). Try again; if it keeps failing, look at the server's own log.`,
    { details: { model: name, url } },
  );
  return { error, isRepeatable: true };
}

/** Keeps only errors of the network as causes: those of the SDK hold the whole conversation. */
function causeOf(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : undefined;
}

function* chain(thrown: unknown): Generator<Error> {
  for (let depth = 0, error = thrown; error instanceof Error && depth < 5; depth++) {
    yield error;
    error = error.cause;
  }
}

function networkCode(thrown: unknown): string | undefined {
  for (const error of chain(thrown)) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code === "string") return code;
  }
  return undefined;
}

function innermost(thrown: unknown): string {
  const errors = [...chain(thrown)];
  // The message of a parser repeats its input, which is part of the conversation.
  if (errors.some((error) => error instanceof SyntaxError)) return "it is no JSON";
  const place = misfit(errors);
  if (place !== undefined) return `${place} is not as the protocol has it`;
  const message = errors.at(-1)?.message ?? String(thrown);
  return message.replace(/[.\s]+$/, "");
}

interface Issue {
  readonly path: readonly PropertyKey[];
  /** For a union: what each of its variants wants. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Where an answer in JSON does not fit: the deepest place, since a union also fails at its root. */
function misfit(errors: readonly Error[]): string | undefined {
  const issues = errors.flatMap((error) => ("issues" in error ? (error.issues as Issue[]) : []));
  const places = issues.flatMap(placesOf).toSorted((a, b) => b.length - a.length);
  return places[0]?.join(".");
}

function placesOf({ path, errors = [] }: Issue): readonly PropertyKey[][] {
  const inner = errors.flat().flatMap(placesOf);
  return [[...path], ...inner.map((place) => [...path, ...place])];
}
