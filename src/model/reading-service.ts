import { EarshotError } from "../domain/errors.ts";
import type { SchemaCheck } from "../domain/form-dialect.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ReadingService } from "../ports/model/understanding.ts";
import { parseObject } from "./parse-object.ts";

const MAX_BYTES = 1024 * 1024;
/** Answers of a service that does not do what it is asked for. */
const NOT_DONE: readonly number[] = [204, 404, 405, 501];

export interface ReadingServiceOptions {
  readonly url: string;
  readonly checkSchema: SchemaCheck;
  /** For one answer, from the first byte to the last. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/**
 * A program at an address that is sent `{"call": …}` with what the reading needs, as JSON, and answers
 * with one object. Nothing in it is believed here: whoever asked checks its quotes.
 */
export function createReadingService(options: ReadingServiceOptions): ReadingService {
  const { url, checkSchema, timeoutMs, fetch = globalThis.fetch } = options;
  return {
    name: `The service at ${url}`,
    async ask(call, input, schema) {
      const response = await reached(url, () =>
        fetch(url, {
          method: "POST",
          redirect: "error",
          headers: { "content-type": "application/json", accept: "application/json" },
          body: JSON.stringify({ call, ...input }),
          signal: AbortSignal.timeout(timeoutMs),
        }),
      );
      if (NOT_DONE.includes(response.status)) {
        await response.body?.cancel();
        return undefined;
      }
      const text = await reached(url, () => readBounded(url, response));
      if (!response.ok) throw wrong(url, `answered ${response.status}`);
      const value = parseObject(text);
      if (value === undefined) throw wrong(url, "sent no JSON object");
      const faults = checkSchema(schema as JsonObject, value);
      if (faults.length > 0) throw wrong(url, `sent what does not fit: ${faults.join(" ")}`);
      return value;
    },
  };
}

async function reached<T>(url: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof EarshotError) throw cause;
    const isSlow = cause instanceof Error && cause.name === "TimeoutError";
    throw new EarshotError(
      isSlow ? "TIMED_OUT" : "UNREACHABLE",
      `The service at ${url} that reads people's words ${isSlow ? "took too long" : "cannot be reached"}.`,
      { cause, details: { url } },
    );
  }
}

async function readBounded(url: string, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw wrong(url, `sends more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function wrong(url: string, what: string): EarshotError {
  return new EarshotError(
    "MODEL_FAILED",
    `The service at ${url} that reads people's words ${what}.`,
    { details: { url } },
  );
}
