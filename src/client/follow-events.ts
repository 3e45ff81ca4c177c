import { ERRORS, isEarshotError } from "../domain/errors.ts";
import { readEvents } from "./read-stream.ts";
import { sleep } from "./transport.ts";
import { untilSilent } from "./until-silent.ts";

type Body = ReadableStream<Uint8Array>;
/** Everything in a stream knows its place in the log. */
type Numbered = { readonly seq: number };

export interface FollowOptions {
  readonly after: number;
  /** Opens the stream again after the last event seen. */
  readonly reopen: (seen: number) => Promise<Body>;
  readonly signal: AbortSignal | undefined;
}

const RECONNECT_MS = 500;

/**
 * Resumes a stream of events whenever it is cut, however long that takes. Only the signal ends it, or an error
 * that no repeat can mend.
 */
export async function* followEvents<E extends Numbered>(
  first: Body,
  { after, reopen, signal }: FollowOptions,
): AsyncGenerator<E, void> {
  let seen = after;
  const note = (event: Numbered) => {
    seen = event.seq;
  };
  let body: Body | undefined = first;
  for (;;) {
    if (body !== undefined) yield* untilCut<E>(body, note);
    await sleep(RECONNECT_MS, signal).catch(() => {});
    if (signal?.aborted === true) return;
    body = await passing(() => reopen(seen));
  }
}

async function* untilCut<E extends Numbered>(
  body: Body,
  note: (event: Numbered) => void,
): AsyncGenerator<E, void> {
  try {
    for await (const event of readEvents<E>(untilSilent(body))) {
      note(event);
      yield event;
    }
  } catch (error) {
    if (!canPass(error)) throw error;
  }
}

async function passing<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt();
  } catch (error) {
    if (canPass(error)) return undefined;
    throw error;
  }
}

/** A new connection mends a cut one; time mends what the table of errors says. */
function canPass(error: unknown): boolean {
  return !isEarshotError(error) || ERRORS[error.code].retry !== "never";
}
