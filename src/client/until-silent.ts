/** Three times as long as a server lets a stream be silent. */
const SILENCE_MS = 45_000;

/**
 * The same stream, which fails once nothing has come for too long: a node that stands still, or a
 * connection that nobody has closed, would be waited on for ever.
 */
export function untilSilent(
  body: ReadableStream<Uint8Array>,
  silenceMs = SILENCE_MS,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const timer = setTimeout(() => {
        controller.error(new Error("The stream of events has been silent for too long."));
        reader.cancel().catch(() => {});
      }, silenceMs);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
