import { expect, test } from "vitest";
import { toChannelError } from "./to-channel-error.ts";

function refused(code: number, description: string, parameters = {}): Error {
  const error = new Error(`Call failed (${code}: ${description})`);
  return Object.assign(error, { error_code: code, description, parameters });
}

function failed(code: string): Error {
  const cause = Object.assign(new Error("connect"), { code });
  return Object.assign(new Error("Network request failed"), {
    error: new TypeError("fetch failed", { cause }),
  });
}

test.each([
  [429, "Too Many Requests: retry after 3", "rate"],
  [403, "Forbidden: bot was blocked by the user", "permanent"],
  [403, "Forbidden: bot was kicked from the supergroup chat", "permanent"],
  [400, "Bad Request: chat not found", "permanent"],
  [400, "Bad Request: message thread not found", "permanent"],
  [400, "Bad Request: message to edit not found", "gone"],
  [400, "Bad Request: message can't be edited", "gone"],
  [400, "Bad Request: MESSAGE_ID_INVALID", "gone"],
  [401, "Unauthorized", "permanent"],
  [404, "Not Found", "permanent"],
  [409, "Conflict: terminated by other getUpdates request", "transient"],
  [500, "Internal Server Error", "ambiguous"],
  [502, "not a reply of the Bot API", "ambiguous"],
  [503, "Service Unavailable", "ambiguous"],
  [504, "not a reply of the Bot API", "ambiguous"],
])("%i %s is %s", (code, description, kind) => {
  expect(toChannelError(refused(code, description)).kind).toBe(kind);
});

test("a call that comes too fast is told how long to wait", () => {
  const told = toChannelError(refused(429, "Too Many Requests", { retry_after: 7 }));
  expect(told.retryAfterMs).toBe(7_000);
  expect(toChannelError(refused(429, "Too Many Requests")).retryAfterMs).toBeGreaterThan(0);
});

test("a group that has become a supergroup is told with its new id", () => {
  const error = toChannelError(
    refused(400, "Bad Request: group chat was upgraded", { migrate_to_chat_id: -100_123 }),
  );
  expect(error).toMatchObject({ kind: "permanent", message: expect.stringContaining("-100123") });
});

test.each([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
])("a connection that was never made (%s) may go next time", (code) => {
  expect(toChannelError(failed(code)).kind).toBe("transient");
});

test.each(["ECONNRESET", "UND_ERR_SOCKET", "EPIPE"])(
  "a connection that was lost (%s) leaves open whether it was sent",
  (code) => {
    expect(toChannelError(failed(code)).kind).toBe("ambiguous");
  },
);

test("whatever else fails may have been sent", () => {
  for (const error of [new Error("timed out"), "lost", undefined, new TypeError("x")]) {
    expect(toChannelError(error).kind).toBe("ambiguous");
  }
});

test("neither a quoted URL nor the library's error with the message is passed on", () => {
  const error = toChannelError(
    refused(400, "Bad Request: inline keyboard button URL 'https://x.example/s3cret' is invalid"),
  );
  expect(error.message).not.toContain("s3cret");
  expect(error.cause).toBeUndefined();
});
