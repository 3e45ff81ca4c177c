/** Bytes that were read after the end of a line, kept for the next one. */
const rests = new WeakMap<NodeJS.ReadableStream, Buffer>();

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads one line from a stream that is not a terminal; undefined at its end. A last line needs no
 * line end. Bytes after the line are kept for the next call of this function.
 */
export async function readOneLine(stream: NodeJS.ReadStream): Promise<string | undefined> {
  let bytes: Buffer = rests.get(stream) ?? Buffer.alloc(0);
  rests.delete(stream);
  for (;;) {
    const end = bytes.indexOf(LINE_FEED);
    if (end !== -1) {
      rests.set(stream, bytes.subarray(end + 1));
      return lineOf(bytes.subarray(0, end));
    }
    const chunk = await nextChunk(stream);
    if (chunk === undefined) return bytes.length === 0 ? undefined : lineOf(bytes);
    bytes = Buffer.concat([bytes, chunk]);
  }
}

function lineOf(bytes: Buffer): string {
  const hasReturn = bytes.at(-1) === CARRIAGE_RETURN;
  return bytes.toString("utf8", 0, hasReturn ? bytes.length - 1 : bytes.length);
}

async function nextChunk(stream: NodeJS.ReadStream): Promise<Buffer | undefined> {
  if (stream.readableEnded || stream.destroyed) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const onData = (chunk: Buffer | string) =>
    resolve(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  const onEnd = () => resolve(undefined);
  stream.on("data", onData).on("end", onEnd).on("error", reject);
  stream.resume();
  try {
    return await promise;
  } finally {
    stream.off("data", onData).off("end", onEnd).off("error", reject);
    // Must come after the await. The stream's read-ahead would undo a pause within the listener,
    // and the process would not end.
    stream.pause();
  }
}
