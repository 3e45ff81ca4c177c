import { EarshotError } from "../../domain/errors.ts";

/** A person waits at the computer: a server that does not answer must not keep them waiting. */
const ANSWER_MS = 4_000;

/** Throws TIMED_OUT if a call without a hold gets no answer in time. */
export async function within<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = AbortSignal.timeout(ANSWER_MS);
  try {
    return await call(AbortSignal.any([signal, over]));
  } catch (cause) {
    if (!over.aborted || signal.aborted) throw cause;
    throw notAnswered(ANSWER_MS, cause);
  }
}

/** The server takes calls, or did, but does not reply. */
export function notAnswered(ms: number, cause: unknown): EarshotError {
  return new EarshotError(
    "TIMED_OUT",
    `Earshot has not answered within ${Math.round(ms / 1_000)} s, so it decides nothing here: the dialogue of Claude Code does. See whether its server runs: npx earshot doctor.`,
    { cause },
  );
}
