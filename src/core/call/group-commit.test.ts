import { describe, expect, test } from "vitest";
import { EarshotError } from "../../domain/errors.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import { createGroupCommit } from "./group-commit.ts";

const COMMITTED: CommitResult = { outcome: "committed", events: [] };

/** A change that can be told from others. */
function change(name: string): Change {
  const once = { principal: "prn_1", key: name, digest: "", result: "" } as const;
  return { workspace: "default", once, writes: [], events: [] };
}
const nameOf = (one: Change) => one.once?.key ?? "";

interface Batch {
  readonly names: readonly string[];
  resolve(results: readonly CommitResult[]): void;
  reject(error: unknown): void;
}

/** The disk: each commit stays under way until the test lets it end. */
function start() {
  const batches: Batch[] = [];
  const store = {
    commit(changes: readonly Change[]) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly CommitResult[]>();
      batches.push({ names: changes.map(nameOf), resolve, reject });
      return promise;
    },
  };
  const log: string[] = [];
  const commit = createGroupCommit(store, createFakeClock(), [
    (one) => {
      if (nameOf(one) === "feared") throw new Error("a listener threw");
    },
    (one, result) => log.push(`heard ${nameOf(one)}: ${result.outcome}`),
  ]);
  const make = (name: string) => {
    const made = commit(change(name));
    made.then(
      ({ outcome }) => log.push(`told ${name}: ${outcome}`),
      (error: Error) => log.push(`told ${name}: ${error.message}`),
    );
    return made.catch((error: unknown) => error);
  };
  const end = async (index: number) => {
    const batch = batches[index] as Batch;
    batch.resolve(batch.names.map(() => COMMITTED));
    await settled();
  };
  return { batches, log, make, end };
}

describe("changes that come together", () => {
  test("share one commit, in the order in which they came", async () => {
    const { batches, make, end } = start();
    for (const name of ["a", "b", "c"]) void make(name);
    expect(batches).toEqual([]);
    await settled();
    expect(batches.map(({ names }) => names)).toEqual([["a", "b", "c"]]);
    await end(0);
    expect(batches).toHaveLength(1);
  });

  test("while a commit is under way make up the next one", async () => {
    const { batches, make, end } = start();
    void make("a");
    await settled();
    void make("b");
    await settled();
    void make("c");
    await settled();
    expect(batches.map(({ names }) => names)).toEqual([["a"]]);
    await end(0);
    expect(batches.map(({ names }) => names)).toEqual([["a"], ["b", "c"]]);
    await end(1);
    void make("d");
    await settled();
    expect(batches.at(-1)?.names).toEqual(["d"]);
  });

  test("are bounded to 512 a commit", async () => {
    const { batches, make, end } = start();
    for (let index = 0; index < 1_030; index++) void make(String(index));
    await settled();
    await end(0);
    await end(1);
    expect(batches.map(({ names }) => names.length)).toEqual([512, 512, 6]);
    expect(batches.flatMap(({ names }) => names)).toEqual(
      Array.from({ length: 1_030 }, (_, index) => String(index)),
    );
  });
});

describe("what is told", () => {
  test("comes after the commit, and to the listener before whoever made the change", async () => {
    const { log, make, end } = start();
    void make("a");
    void make("b");
    await settled();
    expect(log).toEqual([]);
    await end(0);
    expect(log).toEqual([
      "heard a: committed",
      "heard b: committed",
      "told a: committed",
      "told b: committed",
    ]);
  });

  test("is each change's own result", async () => {
    const { batches, log, make } = start();
    const results: CommitResult[] = [
      COMMITTED,
      { outcome: "conflict" },
      { outcome: "replayed", result: "req_1" },
      { outcome: "key_reused" },
    ];
    const made = ["a", "b", "c", "d"].map(make);
    await settled();
    batches[0]?.resolve(results);
    expect(await Promise.all(made)).toEqual(results);
    expect(log.slice(0, 4)).toEqual([
      "heard a: committed",
      "heard b: conflict",
      "heard c: replayed",
      "heard d: key_reused",
    ]);
  });
});

describe("a failure", () => {
  test("of one change is told to it alone", async () => {
    const { batches, log, make } = start();
    const error = new EarshotError("INTERNAL", "bad row");
    const made = ["a", "b", "c"].map(make);
    await settled();
    batches[0]?.resolve([COMMITTED, { outcome: "failed", error }, COMMITTED]);
    expect(await Promise.all(made)).toEqual([COMMITTED, error, COMMITTED]);
    expect(log).not.toContain("heard b: failed");
  });

  test("of a commit is told to all in it and to nobody else; the next ones go on", async () => {
    const { batches, log, make, end } = start();
    const error = new EarshotError("STORE_UNAVAILABLE", "disk full");
    const first = ["a", "b"].map(make);
    await settled();
    const next = make("c");
    batches[0]?.reject(error);
    expect(await Promise.all(first)).toEqual([error, error]);
    await settled();
    expect(batches[1]?.names).toEqual(["c"]);
    await end(1);
    expect(await next).toEqual(COMMITTED);
    expect(log).toEqual([
      "told a: disk full",
      "told b: disk full",
      "heard c: committed",
      "told c: committed",
    ]);
  });

  test("of a listener is told to its change alone; the others and the next ones go on", async () => {
    const { batches, log, make, end } = start();
    const made = ["a", "feared", "b"].map(make);
    await settled();
    const next = make("c");
    await end(0);
    expect(await Promise.all(made)).toEqual([COMMITTED, new Error("a listener threw"), COMMITTED]);
    expect(batches[1]?.names).toEqual(["c"]);
    await end(1);
    expect(await next).toEqual(COMMITTED);
    void make("d");
    await settled();
    expect(batches[2]?.names).toEqual(["d"]);
    expect(log).toContain("heard feared: committed");
  });

  test("of the store to say what came of a change is no success", async () => {
    const { batches, log, make } = start();
    const made = ["a", "b"].map(make);
    await settled();
    batches[0]?.resolve([COMMITTED]);
    expect((await Promise.all(made))[1]).toMatchObject({ code: "INTERNAL" });
    expect(log).not.toContain("heard b: committed");
  });
});
