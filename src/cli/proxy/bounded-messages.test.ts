import { describe, expect, test } from "vitest";
import { boundedMessages } from "./bounded-messages.ts";
import { MAX_RESULT_BYTES } from "./result-size.ts";

const LONG = "x".repeat(MAX_RESULT_BYTES);

/** Fed in pieces of that many bytes. */
function messagesOf(text: string, piece = 64 * 1024): readonly unknown[] {
  const messages = boundedMessages();
  const bytes = Buffer.from(text);
  const found: unknown[] = [];
  for (let from = 0; from < bytes.length; from += piece) {
    messages.append(bytes.subarray(from, from + piece));
    for (let one = messages.readMessage(); one !== null; one = messages.readMessage())
      found.push(one);
  }
  return found;
}

const line = (value: object) => `${JSON.stringify(value)}\n`;
const done = (id: number, text: string) => ({ jsonrpc: "2.0", id, result: { text } });

describe("messages of a server", () => {
  test("come one by one, however they are cut, and what is none is left out", () => {
    const text = `${line(done(1, 'é\\\n"}'))}starting…\n\r\n${line(done(2, "b"))}`;
    for (const piece of [1, 7, 1_000]) {
      expect(messagesOf(text, piece)).toEqual([done(1, 'é\\\n"}'), done(2, "b")]);
    }
  });

  test.each([
    ["first", { jsonrpc: "2.0", id: 7, result: { text: LONG } }],
    [
      "last",
      { result: { list: [LONG, '"}],"id":8,{'], deep: [[{ id: 9 }]] }, jsonrpc: "2.0", id: 7 },
    ],
  ])("that are too long become an error to their call, whose id comes %s", (_, message) => {
    const bytes = line(message).length;
    expect(messagesOf(line(message) + line(done(8, "next")))).toEqual([
      {
        jsonrpc: "2.0",
        id: 7,
        error: expect.objectContaining({ message: expect.stringContaining(`${bytes} bytes`) }),
      },
      done(8, "next"),
    ]);
  });

  test("that are too long and that nobody waits for are left out", () => {
    const told = { jsonrpc: "2.0", method: "notifications/message", params: { text: LONG } };
    expect(messagesOf(line(told) + line(done(1, "a")))).toEqual([done(1, "a")]);
  });

  test("that are too long and do not say what they answer end the connection", () => {
    expect(() => messagesOf(line({ jsonrpc: "2.0", result: { text: LONG } }))).toThrow(
      "does not say",
    );
    expect(() => messagesOf(`${LONG}\n`)).toThrow();
  });
});
