import { describe, expect, test } from "vitest";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

const PEOPLE = { namespace: "people" } as const;
const KIB = 1024;

export function rememberingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);

  describe("memory", () => {
    test("a value comes back exactly as it was written, with who wrote it and where", async () => {
      const value = "  two\nlines \u0000 \u{1f600} e\u0301 ";
      const written = await as("scout").writeMemory(
        { key: "notes/Day-1", value },
        { via: "library" },
      );
      expect(written).toMatchObject({
        key: "notes/Day-1",
        value,
        version: 1,
        writtenBy: { name: "scout", via: "library" },
      });
      expect(await as("scout").readMemory({ key: "notes/Day-1" })).toEqual(written);
      await as("scout").writeMemory({ key: "empty", value: "" });
      expect(await as("scout").readMemory({ key: "empty" })).toMatchObject({ value: "" });
    });

    test("each write makes the next version, and earlier ones can be read and restored", async () => {
      for (const value of ["one", "two"]) await as("scout").writeMemory({ key: "k", value });
      const read = as("scout").readMemory({ key: "k", version: 1 });
      expect(await read).toMatchObject({ value: "one", version: 1 });
      const restored = await as("scout").restoreMemory({ key: "k", version: 1 });
      expect(restored).toMatchObject({ value: "one", version: 3, restoredFrom: 1 });
      expect(await as("scout").readMemory({ key: "k" })).toEqual(restored);
      const { items } = await as("scout").memoryVersions({ key: "k" });
      expect(items.map(({ version, value }) => [version, value])).toEqual([
        [3, "one"],
        [2, "two"],
        [1, "one"],
      ]);
    });

    test("what was deleted is not found any more, and can be restored", async () => {
      await as("scout").writeMemory({ key: "k", value: "one" });
      const deleted = await as("scout").deleteMemory({ key: "k" });
      expect(deleted).toMatchObject({ key: "k", version: 2, bytes: 0 });
      expect(await codeOf(as("scout").readMemory({ key: "k" }))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").deleteMemory({ key: "k" }))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").restoreMemory({ key: "k", version: 2 }))).toBe("NOT_FOUND");
      expect((await as("scout").listMemory()).items).toEqual([]);
      await as("scout").restoreMemory({ key: "k", version: 1 });
      expect(await as("scout").readMemory({ key: "k" })).toMatchObject({
        value: "one",
        version: 3,
      });
    });

    test("twenty versions of a key are kept", async () => {
      for (let n = 1; n <= 23; n++) await as("scout").writeMemory({ key: "k", value: `${n}` });
      const first = await as("scout").memoryVersions({ key: "k", limit: 15 });
      const rest = await as("scout").memoryVersions({ key: "k", cursor: first.next ?? "" });
      const versions = [...first.items, ...rest.items].map(({ version }) => version);
      expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index));
      expect(await codeOf(as("scout").readMemory({ key: "k", version: 3 }))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").restoreMemory({ key: "k", version: 3 }))).toBe("NOT_FOUND");
    });

    test("two who write at the same time make two versions", async () => {
      const written = await Promise.all(
        Array.from({ length: 8 }, (_, n) => as("scout").writeMemory({ key: "k", value: `${n}` })),
      );
      expect(written.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      const { items } = await as("scout").memoryVersions({ key: "k" });
      expect(items.map(({ value }) => value).sort()).toEqual([
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
      ]);
    });

    test("a repeated write, deletion and restoration bring the first result", async () => {
      const key = (idempotencyKey: string) => ({ idempotencyKey });
      const write = () => as("scout").writeMemory({ key: "k", value: "one" }, key("w"));
      const first = await write();
      await as("scout").writeMemory({ key: "k", value: "two" });
      expect(await write()).toEqual(first);
      const remove = () => as("scout").deleteMemory({ key: "k" }, key("d"));
      expect(await remove()).toEqual(await remove());
      const restore = () => as("scout").restoreMemory({ key: "k", version: 1 }, key("r"));
      expect(await restore()).toEqual(await restore());
      expect((await as("scout").memoryVersions({ key: "k" })).items).toHaveLength(4);
    });

    test("entries are listed by key, by prefix, a page at a time", async () => {
      for (const key of ["b", "a/2", "a/1", "ab", "A", "жук"]) {
        await as("scout").writeMemory({ key, value: `${key}é` });
      }
      const { items } = await as("scout").listMemory();
      expect(items.map(({ key, bytes }) => [key, bytes])).toEqual([
        ["A", 3],
        ["a/1", 5],
        ["a/2", 5],
        ["ab", 4],
        ["b", 3],
        ["жук", 8],
      ]);
      expect((await as("scout").listMemory({ prefix: "ж" })).items).toHaveLength(1);
      const first = await as("scout").listMemory({ prefix: "a", limit: 2 });
      expect(first.items.map(({ key }) => key)).toEqual(["a/1", "a/2"]);
      const rest = await as("scout").listMemory({ prefix: "a", cursor: first.next ?? "" });
      expect(rest).toMatchObject({ items: [{ key: "ab" }] });
      expect(rest.next).toBeUndefined();
      expect((await as("scout").listMemory({ prefix: "a/" })).items).toHaveLength(2);
    });

    test("runs stand beside each other, and beside what is kept over all of them", async () => {
      for (const [run, value] of [
        ["run-1", "first"],
        ["run-2", "second"],
      ] as const) {
        await as("scout").writeMemory({ key: "k", value, run });
      }
      await as("scout").writeMemory({ key: "k", value: "always" });
      expect(await as("scout").readMemory({ key: "k", run: "run-1" })).toMatchObject({
        value: "first",
      });
      expect(await as("scout").readMemory({ key: "k" })).toMatchObject({ value: "always" });
      await as("scout").deleteMemory({ key: "k", run: "run-2" });
      expect((await as("scout").listMemory({ run: "run-2" })).items).toEqual([]);
      expect((await as("scout").searchMemory({ pattern: "first" })).matches).toEqual([]);
    });

    test.each([
      "",
      ".",
      "..",
      "a/../b",
      "/a",
      "a/",
      "a//b",
      "a  b",
      "a\u0308",
      "a\nb",
      "a\u0000",
      "-a",
      "_a",
      "a:b",
      "%2e",
      "x".repeat(65),
      `${"a/".repeat(8)}a`,
    ])("the key %j is refused, in every call", async (key) => {
      expect(await codeOf(as("scout").writeMemory({ key, value: "x" }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("scout").readMemory({ key }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("scout").deleteMemory({ key }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("scout").memoryVersions({ key }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("scout").restoreMemory({ key, version: 1 }))).toBe("INVALID_INPUT");
      const run = key === "" ? "" : `${key}/`;
      expect(await codeOf(as("scout").listMemory({ run }))).toBe("INVALID_INPUT");
      expect((await as("scout").listMemory()).items).toEqual([]);
    });

    test("a value of 256 KiB fits exactly, counted in bytes", async () => {
      const value = "é".repeat(128 * KIB);
      await as("scout").writeMemory({ key: "k", value });
      expect(await as("scout").readMemory({ key: "k" })).toMatchObject({ value });
      expect(await codeOf(as("scout").writeMemory({ key: "k", value: `${value}x` }))).toBe(
        "INVALID_INPUT",
      );
      expect(await codeOf(as("scout").writeMemory({ key: "k", value: "\ud800" }))).toBe(
        "INVALID_INPUT",
      );
    });

    test("a place holds a thousand keys; one more is refused until one is deleted", async () => {
      const write = (n: number) => as("scout").writeMemory({ key: `k${n}`, value: "x" });
      for (let n = 0; n < 1_000; n += 100) {
        await Promise.all(Array.from({ length: 100 }, (_, index) => write(n + index)));
      }
      await expect(write(1_000)).rejects.toMatchObject({
        code: "QUOTA_EXCEEDED",
        message: expect.stringContaining("1000 keys"),
      });
      await write(7);
      await as("scout").writeMemory({ key: "k1000", value: "x", run: "another" });
      await as("scout").deleteMemory({ key: "k7" });
      await write(1_000);
      expect(await codeOf(as("scout").restoreMemory({ key: "k7", version: 1 }))).toBe(
        "QUOTA_EXCEEDED",
      );
    });

    test("a place holds 16 MiB, also where many write at once", async () => {
      const value = "x".repeat(256 * KIB);
      const write = (n: number) => as("scout").writeMemory({ key: `k${n}`, value });
      const codes = await Promise.all(Array.from({ length: 70 }, (_, n) => codeOf(write(n))));
      expect(codes.filter((code) => code === undefined)).toHaveLength(64);
      expect(codes.filter((code) => code === "QUOTA_EXCEEDED")).toHaveLength(6);
      await as("scout")
        .writeMemory({ key: "k0", value: "short" })
        .catch(() => {});
    });

    test("the log tells who changed which entry, and nothing of its key or value", async () => {
      const key = "SECRET-KEY";
      await as("scout").writeMemory({ key, value: "SECRET VALUE" });
      await as("scout").writeMemory({ key, value: "SECRET VALUE" });
      await as("scout").deleteMemory({ key });
      await as("owner").restoreMemory({ agent: "scout", key, version: 1 });
      await as("owner").writeMemory({ ...PEOPLE, key, value: "SECRET VALUE" });
      const events = await collect(as("owner").events());
      const memory = events.filter(({ type }) => type.startsWith("memory."));
      expect(memory.map(({ type, data }) => [type, data?.version, data?.from])).toEqual([
        ["memory.written", 1, undefined],
        ["memory.written", 2, undefined],
        ["memory.deleted", 3, undefined],
        ["memory.restored", 4, 1],
        ["memory.written", 1, undefined],
      ]);
      const subjects = memory.map(({ subject }) => subject);
      expect(new Set(subjects.slice(0, 4)).size).toBe(1);
      expect(subjects[0]).toMatch(/^mem:[0-9a-z]{26}$/);
      expect(subjects[4]).not.toBe(subjects[0]);
      expect(memory[0]?.data?.digest).not.toBe(memory[1]?.data?.digest);
      expect(JSON.stringify(events)).not.toContain("SECRET");
      const own = await collect(as("scout").events());
      expect(own.filter(({ type }) => type.startsWith("memory."))).toEqual(memory.slice(0, 4));
    });
  });
}
