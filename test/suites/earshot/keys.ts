import { describe, expect, test } from "vitest";
import { codeOf, type WorldUnderTest } from "./world.ts";

export function keyFacts(under: WorldUnderTest): void {
  const owner = () => under.world.as("owner");

  describe("keys", () => {
    test("a key is made with its holder, and its secret appears nowhere else", async () => {
      const made = await owner().createKey({ kind: "agent", name: "newcomer" });
      expect(made.secret).toMatch(/^ear_live_[\w-]{43}$/);
      expect(made).toMatchObject({
        principal: { kind: "agent", name: "newcomer" },
        key: {
          scopes: ["ask", "tell", "read", "redeem", "memory", "record"],
          principal: made.principal.id,
        },
      });
      const second = await owner().createKey({ kind: "agent", name: "newcomer", scopes: ["read"] });
      expect(second.principal).toEqual(made.principal);
      expect(second.key.scopes).toEqual(["read"]);
      const listed = await owner().listKeys();
      expect(listed.items.map(({ key }) => key)).toEqual(
        expect.arrayContaining([made.key, second.key]),
      );
      expect(JSON.stringify(listed)).not.toContain(made.secret);
    });

    test("the same name can be an agent's and a person's; a person has a role", async () => {
      const agent = await owner().createKey({ kind: "agent", name: "kim" });
      const person = await owner().createKey({ kind: "person", name: "kim", role: "viewer" });
      expect(person.principal).toMatchObject({ kind: "person", role: "viewer" });
      expect(person.principal.id).not.toBe(agent.principal.id);
      expect(await owner().createKey({ kind: "person", name: "lee" })).toMatchObject({
        principal: { role: "approver" },
      });
    });

    test.each([
      ["an agent's key that answers", { kind: "agent", name: "x", scopes: ["answer"] }],
      [
        "a viewer's key that answers",
        { kind: "person", name: "x", role: "viewer", scopes: ["answer"] },
      ],
      ["a role for an agent", { kind: "agent", name: "x", role: "owner" }],
      ["another role than the holder has", { kind: "person", name: "approver", role: "owner" }],
      ["an empty name", { kind: "agent", name: "" }],
      ["a name with a line end", { kind: "agent", name: "a\nb" }],
      ["a name of hidden characters", { kind: "agent", name: "a\u202eb" }],
    ] as const)("%s is refused", async (_, input) => {
      expect(await codeOf(owner().createKey(input))).toBe("INVALID_INPUT");
    });

    test("a key of an agent says how long its tools wait; others have no hold", async () => {
      const make = (holdMs: number) =>
        owner().createKey({ kind: "agent", name: "newcomer", holdMs });
      for (const holdMs of [0, 25_000, 600_000]) {
        const { key } = await make(holdMs);
        expect(key.holdMs).toBe(holdMs);
        expect((await owner().listKeys()).items).toContainEqual(expect.objectContaining({ key }));
      }
      for (const holdMs of [-1, 600_001, 0.5]) {
        expect(await codeOf(make(holdMs))).toBe("INVALID_INPUT");
      }
      for (const kind of ["person", "service"] as const) {
        expect(await codeOf(owner().createKey({ kind, name: "kim", holdMs: 0 }))).toBe(
          "INVALID_INPUT",
        );
      }
      const { key } = await owner().createKey({ kind: "agent", name: "newcomer" });
      expect(key).not.toHaveProperty("holdMs");
    });

    test("a key is revoked at once and for good", async () => {
      const { key } = await owner().createKey({ kind: "agent", name: "newcomer" });
      const revoked = await owner().revokeKey({ id: key.id });
      expect(revoked.revokedAt).toBeDefined();
      expect((await owner().revokeKey({ id: key.id })).revokedAt).toBe(revoked.revokedAt);
    });
  });
}
