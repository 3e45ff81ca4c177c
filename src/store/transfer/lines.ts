import { StringDecoder } from "node:string_decoder";

/** Lines by line feed alone: the other signs that end a line elsewhere may stand in JSON. */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new StringDecoder("utf8");
  const pieces: string[] = [];
  for await (const chunk of bytes) {
    const [head = "", ...rest] = decoder.write(chunk).split("\n");
    pieces.push(head);
    for (const piece of rest) {
      yield pieces.join("");
      pieces.length = 0;
      pieces.push(piece);
    }
  }
  const end = pieces.join("") + decoder.end();
  if (end !== "") yield end;
}
