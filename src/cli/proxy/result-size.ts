import { ProtocolError } from "@modelcontextprotocol/client";

/** What clients read of one message is 10 MiB with most SDKs; the rest is for what is put around it. */
export const MAX_RESULT_BYTES = 10 * 1024 * 1024 - 64 * 1024;

const KEY = "earshot/bytes";

/** Marks the error that stands for an answer of so many bytes. */
export function tooLargeData(bytes: number): Readonly<Record<string, number>> {
  return { [KEY]: bytes };
}

/** How many bytes an answer had that was not taken; undefined for every other error. */
export function refusedBytes(error: unknown): number | undefined {
  if (!(error instanceof ProtocolError)) return undefined;
  const bytes = (error.data as Record<string, unknown> | undefined)?.[KEY];
  return typeof bytes === "number" ? bytes : undefined;
}

/** Of one that came by a way without a bound; undefined where it is short enough. */
export function excessBytes(result: unknown): number | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes > MAX_RESULT_BYTES ? bytes : undefined;
}
