import { EarshotError } from "../domain/errors.ts";

/** A program at an address that is sent JSON and answers with JSON. */
export interface Service {
  readonly url: string;
  /** What it does for us, as people are told: "reads people's words". */
  readonly does: string;
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export interface ServiceAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

/**
 * Sends an object and reads the answer as text, whatever its status. It follows no redirect and reads no
 * more than it must. Throws MODEL_FAILED, TIMED_OUT or UNREACHABLE.
 */
export async function askService(
  service: Service,
  body: object,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const { url, headers, fetch = globalThis.fetch } = service;
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "error",
      headers: { ...headers, "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    const { ok, status } = response;
    return { ok, status, text: await readBounded(service, response) };
  } catch (cause) {
    if (cause instanceof EarshotError) throw cause;
    const isSlow = cause instanceof Error && cause.name === "TimeoutError";
    throw new EarshotError(
      isSlow ? "TIMED_OUT" : "UNREACHABLE",
      `${nameOf(service)} ${isSlow ? "took too long" : "cannot be reached"}.`,
      { cause, details: { url } },
    );
  }
}

export function serviceFault(service: Service, what: string): EarshotError {
  return new EarshotError("MODEL_FAILED", `${nameOf(service)} ${what}.`, {
    details: { url: service.url },
  });
}

function nameOf({ url, does }: Service): string {
  return `The service at ${url} that ${does}`;
}

async function readBounded(service: Service, { body }: Response): Promise<string> {
  const { maxBytes } = service;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw serviceFault(service, `sends more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
