import { EarshotError } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/time.ts";

/** What is sent to a place of the operator's choice. */
export interface Sent {
  readonly url: URL;
  readonly method: "PUT" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  /** How long it may take; tests wait less. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 20 * SECOND_MS;
const MAX_REPLY_BYTES = 64 * 1024;

/**
 * The reply to one call. Only the address that the operator has named is called: a redirect would let
 * its server choose another, such as one within this network. Errors name the host alone, since a path
 * can be secret.
 */
export async function send(sent: Sent): Promise<Uint8Array> {
  const { url, method, headers, body, signal, patienceMs = PATIENCE_MS } = sent;
  try {
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { "user-agent": "earshot", ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    if (response.ok) return await bounded(url, response);
    await response.body?.cancel();
    const isElsewhere = response.status >= 300 && response.status < 400;
    throw refused(
      url,
      `answers ${response.status}${isElsewhere ? " and leads elsewhere, which is not followed" : ""}`,
    );
  } catch (cause) {
    if (cause instanceof EarshotError) throw cause;
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    throw refused(
      url,
      isLate ? `took longer than ${patienceMs / SECOND_MS} s` : "cannot be reached",
      cause,
    );
  }
}

async function bounded(url: URL, { body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (bytes > MAX_REPLY_BYTES) throw refused(url, `sends more than ${MAX_REPLY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function refused({ host }: URL, what: string, cause?: unknown): EarshotError {
  return new EarshotError("UNREACHABLE", `${host} ${what}.`, { cause, details: { host } });
}
