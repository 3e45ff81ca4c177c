import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { JSON_LIMITS, MAX_SPOKEN_BODY_BYTES, parseJson } from "../contract/schemas/strict-json.ts";
import { EarshotError } from "../domain/errors.ts";
import type { Json } from "../domain/json.ts";
import type { Caller } from "../domain/people/principal.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A body of tools: only the words of a person come with files. */
export function toolBodyBytes({ principal }: Caller): number {
  return principal.kind === "person" ? MAX_SPOKEN_BODY_BYTES : JSON_LIMITS.maxBytes;
}

/** Reads a JSON body of bounded size; an empty body is an empty object. */
export async function readJson(
  incoming: IncomingMessage,
  maxBytes: number = JSON_LIMITS.maxBytes,
): Promise<Json> {
  refuseDeclared(incoming, maxBytes);
  checkForm(incoming.headers);
  const text = decode(await readBytes(incoming, maxBytes));
  return text.trim() === "" ? {} : parseJson(text);
}

/** Refuses a body in another form: it would be misread. */
function checkForm(headers: IncomingHttpHeaders): void {
  const { "content-type": type = "application/json", "content-encoding": encoding } = headers;
  const [, charset = "utf-8"] = /;\s*charset="?([^\s;"]+)/i.exec(type) ?? [];
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new EarshotError("INVALID_INPUT", "Send the body as application/json.");
  }
  if (!/^utf-?8$/i.test(charset)) {
    throw new EarshotError("INVALID_INPUT", "Send the body in UTF-8, the only charset of JSON.");
  }
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new EarshotError("INVALID_INPUT", "Send the body as it is, without Content-Encoding.");
  }
}

/** Checked before the body is read. */
function refuseDeclared({ headers }: IncomingMessage, maxBytes: number): void {
  const declared = headers["content-length"];
  if (declared !== undefined && Number(declared) > maxBytes) throw tooLarge(maxBytes);
}

/** Reads a body of bounded size. It counts as it reads: the length may be undeclared. */
export function readBytes(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  refuseDeclared(incoming, maxBytes);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) reject(tooLarge(maxBytes));
    else chunks.push(chunk);
  });
  incoming.on("end", () => {
    resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    // A call can be held for a long time, and this list would hold its body as long.
    chunks.length = 0;
  });
  incoming.on("error", reject);
  return promise;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new EarshotError("INVALID_INPUT", "The body is not valid UTF-8.", { cause });
  }
}

function tooLarge(maxBytes: number): EarshotError {
  return new EarshotError("TOO_LARGE", `A body has at most ${maxBytes} bytes.`, {
    details: { maxBytes },
  });
}
