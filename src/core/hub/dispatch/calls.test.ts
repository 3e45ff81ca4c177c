import { expect, test } from "vitest";
import { createFakeWorld } from "../../../testing/fake-channel.ts";
import { createCalls } from "./calls.ts";

type Kind = "slack" | "telegram";

/** A call that ends when it is told to, and what has begun in which order. */
function stage(callsAtOnce: number) {
  const calls = createCalls();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const { channel } = createFakeWorld();
  function run(name: string, { kind = "slack" as Kind, isEdit = false, fails = false } = {}) {
    return calls.run({ ...channel, kind, callsAtOnce }, { isEdit }, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, () => (fails ? reject(new Error(name)) : resolve(name)));
      });
    });
  }
  return { calls, begun, run, end: (name: string) => ends.get(name)?.() };
}

test("a platform is called so often at once as its channel says, in the order of asking", async () => {
  const { begun, run, end } = stage(2);
  const all = ["a", "b", "c", "d"].map((name) => run(name));
  expect(begun).toEqual(["a", "b"]);
  end("b");
  expect(await all[1]).toBe("b");
  expect(begun).toEqual(["a", "b", "c"]);
  end("a");
  await all[0];
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("an edit is called before posts that have waited longer", async () => {
  const { begun, run, end } = stage(1);
  const first = run("first");
  void run("post");
  void run("edit", { isEdit: true });
  end("first");
  await first;
  expect(begun).toEqual(["first", "edit"]);
});

test("a call that fails hands its place over", async () => {
  const { begun, run, end } = stage(1);
  const failing = run("failing", { fails: true });
  void run("next");
  end("failing");
  await expect(failing).rejects.toThrow("failing");
  expect(begun).toEqual(["failing", "next"]);
});

test("a platform that hangs keeps no other one waiting", () => {
  const { calls, begun, run } = stage(1);
  void run("hanging");
  void run("behind it");
  void run("elsewhere", { kind: "telegram" });
  expect(begun).toEqual(["hanging", "elsewhere"]);
  while (calls.hasRoom("slack")) calls.begin("slack");
  expect(calls.hasRoom("telegram")).toBe(true);
});

test("what has ended makes room once", () => {
  const { calls } = stage(1);
  const end = calls.begin("slack");
  while (calls.hasRoom("slack")) calls.begin("slack");
  end();
  end();
  expect(calls.hasRoom("slack")).toBe(true);
  calls.begin("slack");
  expect(calls.hasRoom("slack")).toBe(false);
});
