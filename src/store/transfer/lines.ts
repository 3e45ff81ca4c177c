import { StringDecoder } from "node:string_decoder";

/** Longer than any row can be; a few hundred kilobytes that unpack to one endless line take no memory. */
const MAX_LINE = 64 * 1024 * 1024;

/** Lines by line feed alone: the other signs that end a line elsewhere may stand in JSON. */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new StringDecoder("utf8");
  const pieces: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [head = "", ...rest] = decoder.write(chunk).split("\n");
    pieces.push(head);
    length += head.length;
    for (const piece of rest) {
      yield pieces.join("");
      pieces.length = 0;
      pieces.push(piece);
      length = piece.length;
    }
    if (length > MAX_LINE) throw new Error(`it has a line of more than ${MAX_LINE} characters`);
  }
  const end = pieces.join("") + decoder.end();
  if (end !== "") yield end;
}
