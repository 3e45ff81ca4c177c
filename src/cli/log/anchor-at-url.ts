import { EarshotError } from "../../domain/errors.ts";
import { MINUTE_MS } from "../../domain/time.ts";

/** Long enough for years of checkpoints; whoever sends without an end is not waited for. */
const TIME_LIMIT_MS = 2 * MINUTE_MS;

export function isAnchorUrl(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * What is at an address, a part at a time. It goes where the person has named and nowhere else: a
 * redirect is told. Its lines are signed, so whoever is in between can change none.
 */
export async function* bytesAt(url: string): AsyncGenerator<Uint8Array, void> {
  const response = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    headers: { accept: "application/jsonl, application/json, text/plain, */*" },
  }).catch((cause: unknown) => {
    throw unread(url, cause instanceof Error && cause.name === "TimeoutError" ? LATE : AWAY, cause);
  });
  const to = response.headers.get("location");
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw unread(url, `it answers ${response.status}${to === null ? "" : `, and leads to ${to}`}`);
  }
  try {
    yield* response.body;
  } catch (cause) {
    throw unread(url, cause instanceof Error && cause.name === "TimeoutError" ? LATE : CUT, cause);
  }
}

const AWAY = "it cannot be reached";
const CUT = "the transfer broke off";
const LATE = "it took too long";

function unread(url: string, why: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "UNREACHABLE",
    `The anchor at ${url} cannot be read: ${why}. Check the address, or give a copy of it in a file.`,
    { cause, details: { url } },
  );
}
