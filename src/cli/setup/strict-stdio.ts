import { Transform, type TransformCallback } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { JSON_LIMITS, parseJson } from "../../contract/schemas/strict-json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

/*
 * Makes standard input as strict as the door over HTTP. JSON.parse would silently change a repeated
 * key or a number that loses digits, and people would then approve a different call than the one
 * sent.
 */

const NEWLINE = 0x0a;
/** Of JSON-RPC. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Standard input and output. */
type Stdio = Pick<NodeJS.Process, "stdin" | "stdout">;

/** The transport of a process; a refused line gets an error and is read no further. */
export function strictStdio({ stdin, stdout }: Stdio, maxBytes?: number): StdioServerTransport {
  const refuse = (answer: Refusal) => stdout.write(`${JSON.stringify(answer)}\n`);
  const lines = strictLines(refuse, maxBytes);
  return new StdioServerTransport(stdin.pipe(lines), stdout);
}

export interface Refusal {
  readonly jsonrpc: "2.0";
  /** The id of the call, if it could be read. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Passes whole lines on that are JSON-RPC messages, unchanged; blank lines are dropped. */
export function strictLines(
  refuse: (refusal: Refusal) => void,
  maxBytes: number = JSON_LIMITS.maxBytes,
): Transform {
  let begun: Buffer[] = [];
  let bytes = 0;
  let isTooLong = false;

  function take(line: Buffer): Buffer | undefined {
    bytes += line.length;
    isTooLong ||= bytes > maxBytes;
    // The rest of a line that is too long is not kept.
    if (!isTooLong) begun.push(line);
    return line.at(-1) === NEWLINE ? end() : undefined;
  }

  function end(): Buffer | undefined {
    const line = Buffer.concat(begun);
    const refusal = isTooLong ? tooLong(maxBytes) : refusalOf(line);
    [begun, bytes, isTooLong] = [[], 0, false];
    if (refusal === undefined) return line;
    if (refusal !== "blank") refuse(refusal);
    return undefined;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      let from = 0;
      while (from < chunk.length) {
        const at = chunk.indexOf(NEWLINE, from);
        const to = at === -1 ? chunk.length : at + 1;
        const whole = take(chunk.subarray(from, to));
        if (whole !== undefined) this.push(whole);
        from = to;
      }
      done();
    },
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function refusalOf(line: Buffer): Refusal | "blank" | undefined {
  let text: string;
  try {
    text = decoder.decode(line);
  } catch {
    return refusal(PARSE_ERROR, "The line is not valid UTF-8.");
  }
  if (text.trim() === "") return "blank";
  try {
    const message = parseJson(text);
    if (isMessage(message)) return undefined;
    return refusal(INVALID_REQUEST, "The line is not a message of JSON-RPC 2.0.", idOf(message));
  } catch (error) {
    const { message } = error as Error;
    const lenient = readLeniently(text);
    if (lenient === undefined) return refusal(PARSE_ERROR, message);
    return refusal(INVALID_REQUEST, message, idOf(lenient));
  }
}

function isMessage(value: Json): boolean {
  return isObject(value) && value["jsonrpc"] === "2.0";
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Says whose call is refused; nothing else of it is used. */
function readLeniently(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function idOf(value: Json): Refusal["id"] {
  const id = isObject(value) ? value["id"] : undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function tooLong(maxBytes: number): Refusal {
  return refusal(INVALID_REQUEST, `A line has at most ${maxBytes} bytes.`);
}

function refusal(code: number, message: string, id: Refusal["id"] = null): Refusal {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
