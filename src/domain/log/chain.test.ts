import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { CHAIN_PREFIX, chainFault, EMPTY_HEAD, type LinkHash, sameBytes } from "./chain.ts";
import { type Event, eventBody } from "./event.ts";

/** As the prose says it, by another way than the store's. */
const linkHash: LinkHash = (previous, body) =>
  createHash("sha256").update("earshot.event.v1\0").update(previous).update(body).digest();

const first: Event = {
  workspace: "default",
  seq: 1,
  type: "workspace.created",
  at: "2026-11-21T09:30:00.000Z",
  subject: "default",
};
const firstHash = linkHash(EMPTY_HEAD.hash, eventBody(first));
const second: Event = { ...first, seq: 2, type: "message.created", subject: "msg_1" };
const secondHash = linkHash(firstHash, eventBody(second));

test("the chain begins with 32 zero bytes before event 1", () => {
  expect(EMPTY_HEAD).toEqual({ seq: 0, hash: new Uint8Array(32) });
});

// Pinned: with any other hash no log of an earlier version would verify.
test("the hash of an event is the one that its definition gives", () => {
  expect(CHAIN_PREFIX).toBe("earshot.event.v1\0");
  expect(Buffer.from(firstHash).toString("hex")).toBe(
    "9d3b0bebba624f6c6811a4a82ac35ec4208286a9dbe181c07ba6b732c5cacfd8",
  );
});

test("an event that follows its head has no fault", () => {
  expect(chainFault(EMPTY_HEAD, { event: first, hash: firstHash }, linkHash)).toBeUndefined();
  expect(
    chainFault({ seq: 1, hash: firstHash }, { event: second, hash: secondHash }, linkHash),
  ).toBeUndefined();
});

test("an event of another number tells which one is missing", () => {
  const fault = chainFault(EMPTY_HEAD, { event: second, hash: secondHash }, linkHash);
  expect(fault).toBe("event 1 is missing");
});

test.each([
  ["another event", { event: { ...second, subject: "msg_2" }, hash: secondHash }],
  ["another hash", { event: second, hash: firstHash }],
  ["a hash that is cut", { event: second, hash: secondHash.subarray(0, 31) }],
  ["no hash", { event: second, hash: new Uint8Array() }],
])("%s under the same number does not match", (_, forged) => {
  expect(chainFault({ seq: 1, hash: firstHash }, forged, linkHash)).toBe(
    "event 2 does not match its hash",
  );
});

test("an event is bound to the one before it", () => {
  const other = { seq: 1, hash: new Uint8Array(32).fill(1) };
  expect(chainFault(other, { event: second, hash: secondHash }, linkHash)).toBeDefined();
});

test("bytes are the same where length and every byte are", () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(sameBytes(bytes, Uint8Array.of(1, 2, 3))).toBe(true);
  expect(sameBytes(bytes, Uint8Array.of(1, 2, 4))).toBe(false);
  expect(sameBytes(bytes, Uint8Array.of(1, 2))).toBe(false);
  expect(sameBytes(bytes, Uint8Array.of(1, 2, 3, 0))).toBe(false);
});
