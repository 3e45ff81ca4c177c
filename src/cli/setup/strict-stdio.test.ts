import { expect, test } from "vitest";
import { JSON_LIMITS } from "../../contract/schemas/strict-json.ts";
import { type Refusal, strictLines } from "./strict-stdio.ts";

/** What comes through of these pieces of input, and what is refused. */
async function read(...pieces: readonly (string | Buffer)[]) {
  const refused: Refusal[] = [];
  const lines = strictLines((refusal) => refused.push(refusal));
  for (const piece of pieces) lines.write(piece);
  lines.end();
  const chunks: Buffer[] = [];
  for await (const chunk of lines) chunks.push(chunk as Buffer);
  return { through: Buffer.concat(chunks).toString(), refused };
}

const call = (args: string) =>
  `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":${args}}}\n`;

test("messages come through as they are, however they are cut", async () => {
  const text = `${call('{"text":"caf\u00e9 \ud83d\ude00"}')}\n${call("{}")}`;
  const bytes = Buffer.from(text);
  const pieces = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
  expect(await read(...pieces)).toEqual({ through: text.replace("\n\n", "\n"), refused: [] });
});

test.each([
  ["a key that comes twice", '{"amount":1,"amount":1000000}'],
  ["a number that is none", '{"amount":1e400}'],
  ["a number that loses digits", '{"amount":12345678901234567890}'],
  ["__proto__", '{"__proto__":{}}'],
  ["what is too deep", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
])("%s is refused to the call that it is in, and the next one is read", async (_, args) => {
  const { through, refused } = await read(call(args), call("{}"));
  expect(through).toBe(call("{}"));
  expect(refused).toMatchObject([{ jsonrpc: "2.0", id: 7, error: { code: -32_600 } }]);
});

test.each([
  ["NaN", "NaN\n"],
  ["text", "this is no message\n"],
  ["what is no UTF-8", Buffer.from([0x22, 0xff, 0x22, 0x0a])],
])("%s is answered as what cannot be parsed", async (_, line) => {
  const { through, refused } = await read(line);
  expect(through).toBe("");
  expect(refused).toMatchObject([{ id: null, error: { code: -32_700 } }]);
});

test.each(["null\n", "[]\n", "1\n", '{"hello":1}\n'])("%j is no message", async (line) => {
  const { refused } = await read(line);
  expect(refused).toMatchObject([{ id: null, error: { code: -32_600 } }]);
});

test("a line that is too long is refused once, and kept nowhere", async () => {
  const piece = "x".repeat(JSON_LIMITS.maxBytes);
  const { through, refused } = await read(piece, piece, piece, "\n", call("{}"));
  expect(through).toBe(call("{}"));
  expect(refused).toMatchObject([
    { id: null, error: { message: expect.stringContaining("bytes") } },
  ]);
});
