/** After a while proxies and clients take a silent connection for dead. */
const KEEP_ALIVE_MS = 15_000;
const RETRY_MS = 1_000;

/** Server-sent events; the id of each is its sequence number, for Last-Event-ID. */
export async function* eventChunks(
  events: AsyncIterable<{ readonly seq: number; readonly type: string }>,
): AsyncGenerator<string, void> {
  yield `retry: ${RETRY_MS}\n\n`;
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const result = await orSilence(next);
    if (result === "silence") {
      yield ": still here\n\n";
      continue;
    }
    if (result.done === true) return;
    const event = result.value;
    yield `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    next = iterator.next();
  }
}

async function orSilence<T>(next: Promise<T>): Promise<T | "silence"> {
  const { promise: silence, resolve } = Promise.withResolvers<"silence">();
  const timer = setTimeout(resolve, KEEP_ALIVE_MS, "silence").unref();
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** One JSON value per line. */
export async function* lineChunks(values: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}
