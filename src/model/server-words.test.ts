import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clean, parseBody, retryAfter, saidIn } from "./server-words.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["OpenAI", '{"error":{"message":"No.","type":"t","param":null,"code":"c"}}', "No. [c]"],
  ["Ollama", '{"error":"model \'x\' not found"}', "model 'x' not found"],
  ["llama-server", '{"error":{"code":400,"message":"No.","type":"t"}}', "No. [t]"],
  ["vLLM", '{"object":"error","message":"No.","type":"BadRequest","code":400}', "No. [BadRequest]"],
  ["FastAPI", '{"detail":"Not Found"}', "Not Found"],
  ["a proxy", "<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>"],
  ["nobody", "", "nothing"],
  ["an empty object", "{}", "nothing"],
  ["a number", "5", "nothing"],
])("the words of %s are found", (_, body, words) => {
  expect(saidIn(parseBody(body), "nothing")).toBe(words);
});

test("words become one bounded line that ends, without the key and the model's text", () => {
  expect(clean("a\u001b[2J\n\tb", undefined)).toBe("a [2J b.");
  expect(clean("Wrong key sk-1!", "sk-1")).toBe("Wrong key …!");
  expect(clean("error parsing tool call: raw='{\"a': 'b', err=EOF", undefined)).toBe(
    "error parsing tool call: raw=…, err=EOF.",
  );
  expect(clean("x".repeat(10_000), undefined)).toBe(`${"x".repeat(400)}…`);
});

test.each([
  [{ "retry-after": "3" }, 3_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after-ms": "250", "retry-after": "3" }, 250],
  [{ "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("%j asks for %s ms", (headers, ms) => {
  expect(retryAfter(headers as Record<string, string>)).toBe(ms);
});
