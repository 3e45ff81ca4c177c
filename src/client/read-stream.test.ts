import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_CHARACTER } from "../../test/support/any-character.ts";
import type { Event } from "../domain/log/event.ts";
import { readEvents, readLines } from "./read-stream.ts";

/** The bytes as a network could deliver them: cut anywhere, also within a character. */
function bodyOf(bytes: Uint8Array, cuts: readonly number[] = []): ReadableStream<Uint8Array> {
  const places = [...new Set(cuts.map((place) => place % (bytes.length + 1)))].sort(
    (a, b) => a - b,
  );
  return new ReadableStream({
    start(controller) {
      let from = 0;
      for (const to of [...places, bytes.length]) {
        controller.enqueue(bytes.slice(from, to));
        from = to;
      }
      controller.close();
    },
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const encode = (text: string) => new TextEncoder().encode(text);
const cuts = fc.array(fc.nat(), { maxLength: 20 });
const linesOf = (text: string, at: readonly number[] = []) =>
  all(readLines(bodyOf(encode(text), at)));
const eventsOf = (text: string, at: readonly number[] = []) =>
  all(readEvents(bodyOf(encode(text), at)));

const events: fc.Arbitrary<Event> = fc.record({
  workspace: fc.constant("default"),
  seq: fc.integer({ min: 1 }),
  type: fc.constant("message.created" as const),
  at: fc.constant("2026-11-21T09:30:00.000Z"),
  subject: fc.string({ unit: ANY_CHARACTER }),
});
const message = (event: Event) =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

describe("lines", () => {
  const line = fc.string({ unit: ANY_CHARACTER }).filter((text) => !/\n|^\ufeff/.test(text));

  test("are the same, wherever the bytes are cut", () => {
    return fc.assert(
      fc.asyncProperty(fc.array(line), cuts, async (lines, at) => {
        const ended = lines.map((text) => `${text}\n`).join("");
        expect(await linesOf(ended, at)).toEqual(lines);
      }),
    );
  });

  test("need no end after the last one", async () => {
    expect(await linesOf("a\n\nb")).toEqual(["a", "", "b"]);
    expect(await linesOf("a\nb\n")).toEqual(["a", "b"]);
    expect(await linesOf("")).toEqual([]);
  });
});

test("a stream that nobody reads on is cancelled", async () => {
  let cancelled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(encode("a\n")),
    cancel: () => void cancelled++,
  });
  for await (const line of readLines(endless)) {
    expect(line).toBe("a");
    break;
  }
  expect(cancelled).toBe(1);
});

describe("server-sent events", () => {
  test("are the same, wherever the bytes are cut", () => {
    return fc.assert(
      fc.asyncProperty(fc.array(events, { maxLength: 5 }), cuts, async (sent, at) => {
        const text = `retry: 1000\n\n${sent.map(message).join(": still here\n\n")}`;
        expect(await eventsOf(text, at)).toEqual(sent);
      }),
    );
  });

  test("are those that came whole, where the stream ends anywhere", () => {
    return fc.assert(
      fc.asyncProperty(
        fc.array(events, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        cuts,
        async (sent, end, at) => {
          const bytes = encode(sent.map(message).join(""));
          const whole = bytes.slice(0, end % (bytes.length + 1));
          const count = new TextDecoder().decode(whole).split("\n\n").length - 1;
          const read = await all(readEvents(bodyOf(whole, at)));
          expect(read).toEqual(sent.slice(0, count));
        },
      ),
    );
  });

  test("may have their data on several lines, with a space before it or without", async () => {
    expect(await eventsOf('data: {"seq":\ndata:1,\ndata: "a":  2}\n\n')).toEqual([
      { seq: 1, a: 2 },
    ]);
  });

  test("are not what only keeps the connection alive", async () => {
    expect(await eventsOf(": still here\n\nretry: 1000\n\nid: 7\nevent: x\n\n")).toEqual([]);
  });
});
