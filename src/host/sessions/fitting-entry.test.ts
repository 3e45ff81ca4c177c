import { expect, test } from "vitest";
import type { SessionEntryBody } from "../../domain/sessions/session.ts";
import { fittingEntry } from "./fitting-entry.ts";

const MAX = 256 * 1024;
const bytesOf = (body: SessionEntryBody) => Buffer.byteLength(JSON.stringify(body));

test("what fits is kept as it is", () => {
  const body: SessionEntryBody = { kind: "note", text: "a".repeat(200_000) };
  expect(fittingEntry(body)).toBe(body);
});

test.for(["a", "\u0000", "\u{1f600}", "\ud800"])(
  "a result that is too long says so: %j",
  (character) => {
    const text = character.repeat(400_000);
    const body = fittingEntry({ kind: "done", call: "c1", tool: "read", text, isError: false });
    expect(bytesOf(body)).toBeLessThanOrEqual(MAX);
    expect(body).toMatchObject({ kind: "done", call: "c1", tool: "read", isError: false });
    expect("text" in body && body.text).toMatch(/too long to be kept\.\)$/);
  },
);

test("a call whose arguments are too long is kept without them, the others as they are", () => {
  const calls = [
    { id: "1", name: "write", args: { key: "a", value: "b".repeat(300_000) } },
    { id: "2", name: "read", args: { key: "a" } },
  ];
  const body = fittingEntry({ kind: "reply", text: "c".repeat(300_000), calls });
  expect(bytesOf(body)).toBeLessThanOrEqual(MAX);
  if (body.kind !== "reply") throw new Error("It is no reply any more.");
  expect(body.calls[0]).toMatchObject({ id: "1", name: "write", args: expect.any(String) });
  expect(body.calls[1]).toEqual(calls[1]);
});
