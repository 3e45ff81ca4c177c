import { createReadStream } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";

/** One line of a file that somebody has given. */
export interface FileLine {
  readonly number: number;
  /** Without its end. */
  readonly text: string;
  /** `none`: the last line, behind which the file just stops. */
  readonly end: "lf" | "crlf" | "none";
}

/** No line that Earshot writes comes near. */
const MAX_LINE_BYTES = 1024 * 1024;
const LF = 0x0a;
const UTF16_MARKS = ["fffe", "feff"];

/** The bytes of a file, a part at a time. */
export function bytesOf(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path);
}

/** Its lines, one at a time: no more than one line and one part are kept in memory. */
export async function* linesIn(
  parts: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<FileLine, void> {
  let rest: Uint8Array[] = [];
  let kept = 0;
  let number = 0;
  for await (const part of parts) {
    if (number === 0 && kept === 0) assertUtf8(part, name);
    let from = 0;
    for (let to = part.indexOf(LF); to !== -1; to = part.indexOf(LF, from)) {
      rest.push(part.subarray(from, to));
      number += 1;
      yield ended(number, Buffer.concat(rest));
      rest = [];
      kept = 0;
      from = to + 1;
    }
    rest.push(part.subarray(from));
    kept += part.length - from;
    if (kept > MAX_LINE_BYTES) throw tooLong(name, number + 1);
  }
  const last = Buffer.concat(rest).toString("utf8");
  if (last !== "") yield { number: number + 1, text: last, end: "none" };
}

function ended(number: number, bytes: Buffer): FileLine {
  const text = bytes.toString("utf8");
  return text.endsWith("\r")
    ? { number, text: text.slice(0, -1), end: "crlf" }
    : { number, text, end: "lf" };
}

function assertUtf8(start: Uint8Array, name: string): void {
  if (!UTF16_MARKS.includes(Buffer.from(start.subarray(0, 2)).toString("hex"))) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${name} is UTF-16 text, as > writes it in Windows PowerShell. Print it again in cmd.exe or PowerShell 7, which write it as it is.`,
    { details: { name } },
  );
}

function tooLong(name: string, line: number): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `Line ${line} of ${name} is longer than any line that Earshot writes.`,
    { details: { name, line } },
  );
}
