import { describe, expect, test } from "vitest";
import type { MemorySearch } from "../../../src/ports/earshot/memory.ts";
import { codeOf, type Part, type WorldUnderTest } from "./world.ts";

const PEOPLE = { namespace: "people" } as const;

export function sharingMemoryFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const found = ({ matches }: MemorySearch) => matches.map(({ key }) => key);

  describe("whose memory it is", () => {
    test("an agent reaches nothing of another, whatever it names", async () => {
      await as("scout").writeMemory({ key: "secret", value: "mine", run: "run-1" });
      const scopes = [{}, { run: "run-1" }, PEOPLE];
      for (const scope of scopes) {
        for (const part of ["rival", "stranger"] as const) {
          const at = { ...scope, key: "secret" };
          expect(await codeOf(as(part).readMemory(at))).toBe("NOT_FOUND");
          expect(await codeOf(as(part).memoryVersions(at))).toBe("NOT_FOUND");
          expect((await as(part).listMemory({ ...scope, prefix: "s" })).items).toEqual([]);
          const cursor = await as(part).listMemory({ ...scope, cursor: "a" });
          expect(cursor.items).toEqual([]);
          expect((await as(part).searchMemory({ ...scope, pattern: "mine" })).matches).toEqual([]);
        }
      }
      const named = { agent: "scout", key: "secret", run: "run-1" };
      expect(await codeOf(as("rival").readMemory(named))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("rival").writeMemory({ ...named, value: "x" }))).toBe("NOT_ALLOWED");
      await as("rival").writeMemory({ key: "secret", value: "theirs", run: "run-1" });
      expect(await as("scout").readMemory({ key: "secret", run: "run-1" })).toMatchObject({
        value: "mine",
        version: 1,
      });
      expect(await codeOf(as("outsider").readMemory(named))).toBe("NOT_FOUND");
    });

    test("people read the memory of an agent they name, and write only to that for all", async () => {
      await as("scout").writeMemory({ key: "k", value: "one" });
      const named = { agent: "scout", key: "k" };
      for (const part of ["owner", "approver", "viewer"] as const) {
        expect(await as(part).readMemory(named)).toMatchObject({ value: "one" });
        expect((await as(part).listMemory({ agent: "scout" })).items).toHaveLength(1);
        expect(found(await as(part).searchMemory({ agent: "scout", pattern: "on" }))).toEqual([
          "k",
        ]);
        expect(await codeOf(as(part).writeMemory({ ...named, value: "x" }))).toBe("NOT_ALLOWED");
        expect(await codeOf(as(part).deleteMemory(named))).toBe("NOT_ALLOWED");
        expect(await codeOf(as(part).readMemory({ key: "k" }))).toBe("INVALID_INPUT");
        expect(await codeOf(as(part).listMemory({ agent: "nobody" }))).toBe("NOT_FOUND");
      }
      expect(await codeOf(as("service").readMemory(named))).toBe("NOT_ALLOWED");
    });

    test("what people wrote is read by every agent and changed by none", async () => {
      const at = { ...PEOPLE, key: "rules" };
      await as("owner").writeMemory({ ...at, value: "be brief" });
      await as("approver").writeMemory({ ...at, value: "be kind" });
      for (const part of ["scout", "rival"] as const) {
        expect(await as(part).readMemory(at)).toMatchObject({
          value: "be kind",
          writtenBy: { name: "approver" },
        });
        expect(await codeOf(as(part).writeMemory({ ...at, value: "x" }))).toBe("NOT_ALLOWED");
        expect(await codeOf(as(part).deleteMemory(at))).toBe("NOT_ALLOWED");
        expect(await codeOf(as(part).restoreMemory({ ...at, version: 1 }))).toBe("NOT_ALLOWED");
      }
      expect(await codeOf(as("viewer").writeMemory({ ...at, value: "x" }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("viewer").deleteMemory(at))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("stranger").readMemory(at))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").readMemory({ ...at, run: "run-1" }))).toBe("INVALID_INPUT");
      await as("owner").deleteMemory(at);
      expect(await codeOf(as("scout").readMemory(at))).toBe("NOT_FOUND");
    });

    test("an owner or approver restores what an agent has spoilt; a viewer does not", async () => {
      for (const value of ["good", "bad", "worse"]) {
        await as("scout").writeMemory({ key: "k", value });
      }
      const restoring = { agent: "scout", key: "k", version: 1 };
      expect(await codeOf(as("viewer").restoreMemory(restoring))).toBe("NOT_ALLOWED");
      for (const part of ["owner", "approver"] as const) {
        await as(part).restoreMemory(restoring);
        expect(await as("scout").readMemory({ key: "k" })).toMatchObject({
          value: "good",
          restoredFrom: 1,
          writtenBy: { name: part },
        });
      }
    });
  });
}
