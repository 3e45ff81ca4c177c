import { ProtocolError } from "@modelcontextprotocol/client";

/** Most SDKs read messages of up to 10 MiB; the rest is for what is wrapped around the result. */
export const MAX_RESULT_BYTES = 10 * 1024 * 1024 - 64 * 1024;

const KEY = "earshot/bytes";

/** Marks the error that replaces an answer of so many bytes. */
export function tooLargeData(bytes: number): Readonly<Record<string, number>> {
  return { [KEY]: bytes };
}

/** How many bytes the refused answer had; undefined for every other error. */
export function refusedBytes(error: unknown): number | undefined {
  if (!(error instanceof ProtocolError)) return undefined;
  const bytes = (error.data as Record<string, unknown> | undefined)?.[KEY];
  return typeof bytes === "number" ? bytes : undefined;
}

/** For an answer over a transport without a limit; undefined if it is short enough. */
export function excessBytes(result: unknown): number | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes > MAX_RESULT_BYTES ? bytes : undefined;
}
