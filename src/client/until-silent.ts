/** Three times the longest silence that a server allows in a stream. */
const SILENCE_MS = 45_000;

/**
 * The same stream, but it fails after too long a silence. Without this, a node that hangs or a connection that
 * nobody closed would be waited on for ever.
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
