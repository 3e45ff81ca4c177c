import { expect, onTestFinished, test } from "vitest";
import { INTERVAL_MS } from "../../src/mcp/door.ts";
import { asked, openDoor } from "./door.ts";

const QUESTION = "Is anybody there?";
/** As usual it beats every ten seconds, and fifteen is what the least patient of clients and proxies bear. */
const FASTER = 20;
/** In parts, so that a stalled machine counts as one. */
const PART_MS = 100 / FASTER;
const MOST_PARTS = 150;

interface Chunk {
  /** How many parts had passed. */
  readonly at: number;
  readonly text: string;
}

test.each([
  ["progress, for a client that wants it", { progressToken: "p" }, "notifications/progress"],
  ["comments, for one that does not", {}, ": "],
])("a stream that is held is never silent for long: %s", async (_, meta, sign) => {
  const door = await openDoor({ intervalMs: INTERVAL_MS / FASTER });
  let passed = 0;
  const parts = setInterval(() => {
    passed += 1;
  }, PART_MS);
  onTestFinished(() => clearInterval(parts));
  const response = await fetch(`${door.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${door.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "ask_human", arguments: { question: QUESTION }, _meta: meta },
    }),
  });
  const chunks: Chunk[] = [{ at: passed, text: "" }];
  const { id } = await asked(door, QUESTION);
  const read = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      chunks.push({ at: passed, text: decoder.decode(bytes) });
    }
  })();
  await expect.poll(() => signsIn(chunks, sign), { timeout: 40_000 }).toBeGreaterThanOrEqual(2);
  await door.operator.answer({ id, answer: { text: "Yes" } });
  await read;

  const gaps = chunks.slice(1).map(({ at }, index) => at - (chunks[index]?.at ?? at));
  expect(Math.max(...gaps)).toBeLessThan(MOST_PARTS);
  expect(chunks.at(-1)?.text).toContain("Yes");
});

function signsIn(chunks: readonly Chunk[], sign: string): number {
  return chunks.filter(({ text }) => text.includes(sign)).length;
}
