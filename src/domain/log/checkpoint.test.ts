import { expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import {
  type AnchorLine,
  anchorLine,
  checkpointClaims,
  headsOf,
  isSameCheckpoint,
  parseAnchorLine,
  readCheckpoint,
} from "./checkpoint.ts";

const at = "2026-11-22T10:00:00.000Z";
const hash = "ab".repeat(32);
const deployment = `dep_${"01".repeat(16)}` as const;
const claims = { iss: deployment, aud: deployment, workspace: "default", seq: 7, hash, at };
const former = { iss: "earshot", workspace: "default", seq: 7, hash, at };
const line: AnchorLine = { workspace: "default", seq: 7, hash, at, token: "a.b.c" };

// Pinned: whoever keeps an anchor for years reads it with a later version.
test("a checkpoint says these things", () => {
  const head = { seq: 7, hash: new Uint8Array(32).fill(0xab) };
  const previous = { seq: 3, hash: "cd".repeat(32) };
  expect(checkpointClaims({ deployment, workspace: "default", head, at })).toEqual(claims);
  expect(checkpointClaims({ deployment, workspace: "default", head, at, previous })).toEqual({
    ...claims,
    previous: `3:${previous.hash}`,
  });
  const root = new Uint8Array(32).fill(0xef);
  expect(checkpointClaims({ deployment, workspace: "default", head, at, previous, root })).toEqual({
    ...claims,
    previous: `3:${previous.hash}`,
    root: "ef".repeat(32),
  });
});

test("a line of the anchor is read as it was written", () => {
  const text = anchorLine(line);
  expect(text).toBe(
    `{"workspace":"default","seq":7,"hash":"${hash}","at":"${at}","token":"a.b.c"}`,
  );
  expect(parseAnchorLine(text)).toEqual(line);
});

test.each([
  "",
  "null",
  "[]",
  "{",
  '"text"',
  JSON.stringify({ ...line, seq: "7" }),
  JSON.stringify({ ...line, seq: -1 }),
  JSON.stringify({ ...line, seq: 1.5 }),
  JSON.stringify({ ...line, token: undefined }),
  JSON.stringify({ ...line, workspace: 1 }),
])("%j is no line of an anchor", (text) => {
  expect(parseAnchorLine(text)).toBeUndefined();
});

test("claims are those of a checkpoint where they have its form", () => {
  expect(readCheckpoint(former)).toEqual(former);
  expect(readCheckpoint({ ...claims })).toEqual(claims);
  const later = { ...claims, previous: `3:${hash}` };
  expect(readCheckpoint(later)).toEqual(later);
  const rooted = { ...later, root: "ef".repeat(32) };
  expect(readCheckpoint(rooted)).toEqual(rooted);
});

test.each<[string, JsonObject]>([
  ["no hash", { hash: "ab" }],
  ["no number", { seq: "7" }],
  ["a number that is none", { seq: 7.5 }],
  ["another issuer", { iss: "other" }],
  ["another audience", { aud: "other" }],
  ["the issuer of earlier versions and an audience", { iss: "earshot" }],
  ["no workspace", { workspace: 1 }],
  ["no time", { at: 1 }],
  ["no head before", { previous: "3" }],
  ["a head before that is none", { previous: 3 }],
  ["a root that is none", { root: "ef" }],
  ["a root that is no text", { root: 1 }],
])("claims with %s are none", (_, wrong) => {
  expect(readCheckpoint({ ...claims, ...wrong })).toBeUndefined();
});

test("a checkpoint speaks of its own head and of the one before", () => {
  expect(headsOf(claims)).toEqual([{ seq: 7, hash }]);
  expect(headsOf({ ...claims, previous: `3:${hash}` })).toEqual([
    { seq: 3, hash },
    { seq: 7, hash },
  ]);
});

test("a checkpoint with a root speaks of the events since the one before", () => {
  const root = "ef".repeat(32);
  expect(headsOf({ ...claims, root })).toEqual([{ seq: 7, hash, tree: { after: 0, root } }]);
  expect(headsOf({ ...claims, previous: `3:${hash}`, root })).toEqual([
    { seq: 3, hash },
    { seq: 7, hash, tree: { after: 3, root } },
  ]);
});

test.each(["workspace", "seq", "hash", "at"] as const)(
  "a line that has another %s than its token says another thing",
  (part) => {
    expect(isSameCheckpoint(line, claims)).toBe(true);
    expect(isSameCheckpoint({ ...line, [part]: "other" }, claims)).toBe(false);
  },
);
