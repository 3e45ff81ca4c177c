import { EarshotError } from "../../domain/errors.ts";
import { invalidToken } from "./invalid-token.ts";

export type Document = Readonly<Record<string, unknown>>;

const MAX_BYTES = 256 * 1024;

/**
 * The JSON object at an address of the authorization server; undefined if nothing is there. Rejects
 * with UNREACHABLE if the server is away. Rejects with NOT_SIGNED_IN for an answer that proves
 * nothing: a redirect, which would let others choose the place, one that is too long, or no JSON.
 */
export async function fetchDocument(url: string, timeoutMs: number): Promise<Document | undefined> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: "application/json" },
    });
    const { status } = response;
    if (status === 200) return parse(url, await readBounded(url, response));
    await response.body?.cancel();
    if (status >= 500 || status === 429) throw away(url, `answered ${status}`);
    if (status >= 400) return undefined;
    throw invalidToken(`${url} answered ${status} instead of a document`);
  } catch (error) {
    if (error instanceof EarshotError) throw error;
    if (error instanceof Error && error.name === "TimeoutError") {
      throw away(url, `did not answer within ${timeoutMs} ms`, error);
    }
    throw away(url, "cannot be reached", error);
  }
}

async function readBounded(url: string, { body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (bytes > MAX_BYTES) throw invalidToken(`${url} sends more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(url: string, bytes: Uint8Array): Document {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Document;
    }
  } catch {
    // As little of a document as JSON that is not an object.
  }
  throw invalidToken(`what ${url} sends is no JSON object`);
}

function away(url: string, what: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "UNREACHABLE",
    `The authorization server ${what}, so its tokens cannot be checked now (${url}). Try again in a moment; keys of Earshot work meanwhile.`,
    { cause },
  );
}
