import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import type { Write } from "../../ports/store/write.ts";
import { anOpenRequest, answeredWith } from "../../testing/builders.ts";
import { openSqliteStore } from "../sqlite-store.ts";

/* What a process knows by heart is what is on disk, whenever it began. */

const LIKE = "a".repeat(43);

async function aStore(db: DatabaseSync) {
  const store = await openSqliteStore({
    path: db,
    clock: { now: () => 0 },
    onFatal(error) {
      throw error;
    },
  });
  const write = async (...writes: readonly Write[]) => {
    const [result] = await store.commit([{ workspace: "default", writes, events: [] }]);
    return result?.outcome;
  };
  const ask = (request: OpenQuestion) => write({ type: "request.insert", request, likeness: LIKE });
  return { store, write, ask, like: () => store.openLike("default", LIKE) };
}

test("questions asked before and after the first look are found alike, the oldest first", async () => {
  const { ask, write, like } = await aStore(new DatabaseSync(":memory:"));
  const [first, second, third] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
  await ask(second);
  expect(await like()).toBe(second.id);
  await ask(third);
  await ask(first);
  expect(await like()).toBe(first.id);
  await write({ type: "request.update", request: answeredWith(first, "Yes.") });
  expect(await like()).toBe(second.id);
});

test("a process that starts later finds what is open, and nothing that has closed", async () => {
  const db = new DatabaseSync(":memory:");
  const before = await aStore(db);
  const [closed, open] = [anOpenRequest(), anOpenRequest()];
  await before.ask(closed);
  await before.ask(open);
  await before.write({ type: "request.update", request: answeredWith(closed, "Yes.") });
  const after = await aStore(db);
  expect(await after.like()).toBe(open.id);
});

test("a question that was not committed is alike to nothing", async () => {
  const { ask, write, like } = await aStore(new DatabaseSync(":memory:"));
  expect(await like()).toBeUndefined();
  const [asked, stale] = [anOpenRequest(), anOpenRequest()];
  await ask(asked);
  const update: Write = { type: "request.update", request: { ...stale, version: 2 } };
  const insert: Write = { type: "request.insert", request: stale, likeness: LIKE };
  expect(await write(update, insert)).toBe("conflict");
  expect(await like()).toBe(asked.id);
});
