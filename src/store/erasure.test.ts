import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import type { QuestionRequest } from "../domain/requests/request.ts";
import type { Write } from "../ports/store/store.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const AT = "2026-01-01T00:00:00.000Z";
const MARK = "a-word-that-is-nowhere-else";

function aQuestion(length: number, n = 0): Extract<QuestionRequest, { status: "open" }> {
  return {
    id: `req_${length}-${n}`,
    workspace: "default",
    agent: "prn_a",
    agentName: "scout",
    kind: "question",
    status: "open",
    conversation: "cnv_a",
    to: [],
    salt: "s",
    question: { text: MARK.repeat(length), form: { kind: "text" } },
    createdAt: AT,
    version: 1,
  };
}

/** From what fits a page to what needs many. */
test.each([1, 20, 2_000])(
  "the file holds nothing of what was erased (%i words)",
  async (length) => {
    const folder = mkdtempSync(join(tmpdir(), "earshot-erasure-"));
    const path = join(folder, "earshot.db");
    const store = await openSqliteStore({
      path,
      clock: { now: () => 0 },
      onFatal(error) {
        throw error;
      },
    });
    const write = (one: Write) =>
      store.commit([{ workspace: "default", writes: [one], events: [] }]);
    for (let n = 0; n < 30; n++) {
      const open = aQuestion(length, n);
      await write({ type: "request.insert", request: open });
      const answered = {
        ...open,
        status: "answered",
        version: 2,
        answer: { text: MARK },
        closedAt: AT,
        closedBy: { principal: "prn_b", name: "ana", via: "cli" },
      } as const;
      await write({ type: "request.update", request: answered });
      const question = { text: "", form: { kind: "text" } } as const;
      const erased = { ...answered, question, answer: { text: "" }, version: 3, erasedAt: AT };
      await write({ type: "request.erase", request: erased });
    }
    await store.close();
    expect(readFileSync(path).includes(MARK)).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

test.each(["idle", "serving"])(
  "a second after an erasure the write-ahead log holds nothing of it, while the store is %s",
  async (state) => {
    const folder = mkdtempSync(join(tmpdir(), "earshot-erasure-"));
    const path = join(folder, "earshot.db");
    const store = await openSqliteStore({
      path,
      clock: { now: () => 0 },
      onFatal(error) {
        throw error;
      },
    });
    const open = aQuestion(3);
    const write = (one: Write) =>
      store.commit([{ workspace: "default", writes: [one], events: [] }]);
    await write({ type: "request.insert", request: open });
    const closed = {
      ...open,
      status: "cancelled",
      version: 2,
      closedAt: AT,
      closedBy: { principal: "prn_b", name: "ana", via: "cli" },
    } as const;
    await write({ type: "request.update", request: closed });
    expect(readFileSync(`${path}-wal`).includes(MARK)).toBe(true);
    const question = { text: "", form: { kind: "text" } } as const;
    await write({
      type: "request.erase",
      request: { ...closed, question, version: 3, erasedAt: AT },
    });
    let n = 10;
    const holdsMark = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes(MARK));
    await vi.waitFor(
      async () => {
        if (state === "serving") {
          const other = {
            ...aQuestion(1, n++),
            question: { text: "else", form: open.question.form },
          };
          await write({ type: "request.insert", request: other });
        }
        expect(holdsMark()).toBe(false);
      },
      { timeout: 20_000 },
    );
    await store.close();
    rmSync(folder, { recursive: true });
  },
);

test("scrub empties the write-ahead log at once, and says where it could not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-erasure-"));
  const path = join(folder, "earshot.db");
  const store = await openSqliteStore({
    path,
    clock: { now: () => 0 },
    onFatal(error) {
      throw error;
    },
  });
  await store.commit([
    {
      workspace: "default",
      writes: [{ type: "request.insert", request: aQuestion(3) }],
      events: [],
    },
  ]);
  const reader = new DatabaseSync(path);
  reader.exec("begin; select * from requests");
  reader.prepare("select count(*) from requests").get();
  await store.commit([
    {
      workspace: "default",
      writes: [{ type: "request.insert", request: aQuestion(3, 1) }],
      events: [],
    },
  ]);
  expect(await store.scrub()).toEqual([expect.stringMatching(/write-ahead log/)]);
  reader.exec("rollback");
  reader.close();
  expect(await store.scrub()).toEqual([]);
  expect(readFileSync(`${path}-wal`)).toHaveLength(0);
  await store.close();
  rmSync(folder, { recursive: true });
});
