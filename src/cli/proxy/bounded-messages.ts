import {
  deserializeMessage,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type ReadBuffer,
} from "@modelcontextprotocol/client";
import { MAX_RESULT_BYTES, tooLargeData } from "./result-size.ts";

const NEWLINE = 0x0a;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: readonly number[] = [0x7b, 0x5b];
const CLOSING: readonly number[] = [0x7d, 0x5d];
const MAX_KEPT = 4_096;

/**
 * The outer parts of a JSON text of any length: `{"result":{},"id":5}` of one with a long result.
 */
interface Outline {
  feed(bytes: Uint8Array): void;
  /** Undefined if the outer part itself is long. */
  text(): string | undefined;
}

/**
 * What a server writes on its standard output, message by message. The SDK's own buffer limits the
 * total, and ends the connection with every call under way. Here a single message is limited: a
 * longer one is not kept, and its caller gets an error with its length.
 */
export function boundedMessages(): Pick<ReadBuffer, "append" | "readMessage" | "clear"> {
  let ready: (Buffer | JSONRPCMessage)[] = [];
  let begun: Buffer[] = [];
  let bytes = 0;
  let outline: Outline | undefined;

  function take(piece: Buffer): void {
    bytes += piece.length;
    begun.push(piece);
    if (bytes > MAX_RESULT_BYTES) {
      outline ??= createOutline();
      for (const part of begun) outline.feed(part);
      begun = [];
    }
    if (piece.at(-1) === NEWLINE) end();
  }

  function end(): void {
    const whole = outline === undefined ? Buffer.concat(begun) : refusalOf(outline, bytes);
    [begun, bytes, outline] = [[], 0, undefined];
    if (whole !== undefined) ready.push(whole);
  }

  return {
    append(chunk) {
      let from = 0;
      while (from < chunk.length) {
        const at = chunk.indexOf(NEWLINE, from);
        const to = at === -1 ? chunk.length : at + 1;
        take(chunk.subarray(from, to));
        from = to;
      }
    },
    readMessage() {
      for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
        if (!Buffer.isBuffer(next)) return next;
        try {
          return deserializeMessage(next.toString("utf8"));
        } catch (error) {
          // Some servers also print text for people.
          if (!(error instanceof SyntaxError)) throw error;
        }
      }
      return null;
    },
    clear() {
      [ready, begun, bytes, outline] = [[], [], 0, undefined];
    },
  };
}

/**
 * The error in place of an answer; undefined if nobody waits for it. Throws if it is unclear whose
 * answer it is: the connection then ends, since a call would wait for ever.
 */
function refusalOf(outline: Outline, bytes: number): JSONRPCMessage | undefined {
  const { id, method } = JSON.parse(outline.text() ?? "") as Record<string, unknown>;
  if (method !== undefined) return undefined;
  if (typeof id !== "number" && typeof id !== "string") {
    throw new Error(`a message of ${bytes} bytes does not say what it answers`);
  }
  const message = `It has ${bytes} bytes, and at most ${MAX_RESULT_BYTES} pass through the proxy.`;
  const code = ProtocolErrorCode.InternalError;
  return { jsonrpc: "2.0", id, error: { code, message, data: tooLargeData(bytes) } };
}

function createOutline(): Outline {
  let kept = "";
  let depth = 0;
  let isInText = false;
  let isEscaped = false;

  function move(byte: number): void {
    if (isInText) {
      const isEnd = byte === QUOTE && !isEscaped;
      isEscaped = byte === BACKSLASH && !isEscaped;
      isInText = !isEnd;
    } else if (byte === QUOTE) isInText = true;
    else if (OPENING.includes(byte)) depth += 1;
    else if (CLOSING.includes(byte)) depth -= 1;
  }

  return {
    feed(bytes) {
      for (const byte of bytes) {
        const wasOutside = depth < 2;
        move(byte);
        if ((wasOutside || depth < 2) && kept.length <= MAX_KEPT) kept += String.fromCharCode(byte);
      }
    },
    text: () => (kept.length > MAX_KEPT ? undefined : kept),
  };
}
