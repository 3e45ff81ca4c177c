import { describe, expect, test } from "vitest";
import { codeOf, type Part, type WorldUnderTest } from "./world.ts";

export function keyFacts(under: WorldUnderTest): void {
  const owner = () => under.world.as("owner");
  const as = (part: Part) => under.world.as(part);
  const key = (idempotencyKey: string) => ({ idempotencyKey });

  describe("keys", () => {
    test("a key is made with its holder, and its secret appears nowhere else", async () => {
      const made = await owner().createKey({ kind: "agent", name: "newcomer" });
      expect(made.secret).toMatch(/^ear_live_[\w-]{49}$/);
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

    test("somebody new is invited, and makes the key themselves", async () => {
      const invitation = await owner().createKey({ kind: "person", name: "lee" });
      expect(invitation.secret).toMatch(/^ear_invite_[\w-]{49}$/);
      expect(invitation.key).toMatchObject({ invitation: {} });
      const { principal } = await owner().whoami();
      // Whoever brings it is that person: the key that the call comes with says nothing.
      const made = await as("rival").acceptInvitation({ invitation: invitation.secret });
      expect(made.secret).toMatch(/^ear_live_[\w-]{49}$/);
      expect(made.principal).toEqual(invitation.principal);
      expect(made.key).toMatchObject({
        scopes: invitation.key.scopes,
        madeBy: invitation.principal.id,
        invitedBy: principal.id,
      });
      expect(made.key).not.toHaveProperty("invitation");
      const again = owner().acceptInvitation({ invitation: invitation.secret });
      expect(await codeOf(again)).toBe("NOT_SIGNED_IN");
      const { items } = await owner().listKeys();
      const listed = items.filter(({ principal: of }) => of.name === "lee");
      expect(listed.map(({ key }) => key.id)).toEqual([invitation.key.id, made.key.id]);
      expect(listed[0]?.key.revokedAt).toBeDefined();
    });

    test("an invitation is ended by whoever may, and repeated while nobody accepts it", async () => {
      const first = await owner().createKey({ kind: "person", name: "lee" });
      const second = await owner().createKey({ kind: "person", name: "lee" });
      expect(second.principal).toEqual(first.principal);
      await owner().revokeKey({ id: first.key.id });
      expect(await codeOf(owner().acceptInvitation({ invitation: first.secret }))).toBe(
        "NOT_SIGNED_IN",
      );
      await owner().acceptInvitation({ invitation: second.secret });
    });

    test("the same call accepts an invitation once, and its secret is told once", async () => {
      const { secret } = await owner().createKey({ kind: "person", name: "lee" });
      const accept = () => owner().acceptInvitation({ invitation: secret }, key("accept"));
      await accept();
      expect(await codeOf(accept())).toBe("KEY_REUSED");
    });

    test("a person makes, sees and ends keys of their own, and nobody else's", async () => {
      const own = as("approver");
      const { principal } = await own.whoami();
      const made = await own.createKey({ kind: "person", name: principal.name });
      expect(made.key).toMatchObject({ principal: principal.id, madeBy: principal.id });
      const { items } = await own.listKeys();
      expect(items.map((one) => one.key.id)).toContain(made.key.id);
      expect(items.every((one) => one.principal.id === principal.id)).toBe(true);
      const { items: all } = await owner().listKeys();
      const other = all.find((one) => one.principal.kind === "agent")?.key.id ?? "key_none";
      expect(await codeOf(own.revokeKey({ id: other }))).toBe("NOT_FOUND");
      expect(await codeOf(own.createKey({ kind: "person", name: "owner" }))).toBe("NOT_ALLOWED");
      await own.revokeKey({ id: made.key.id });
      expect(await codeOf(as("script").listKeys())).toBe("NOT_ALLOWED");
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

    test("a key with a label and an end is rotated once by one call, and its secret told once", async () => {
      const content = { label: "CI of web", expiresInMs: 3_600_000, scopes: ["read"] } as const;
      const { key: former } = await owner().createKey({
        kind: "agent",
        name: "newcomer",
        ...content,
      });
      const input = { id: former.id, overlapMs: 60_000 };
      const rotated = await owner().rotateKey(input, key("rotate"));
      expect(rotated).toMatchObject({
        key: { label: "CI of web", scopes: ["read"], principal: former.principal },
        former: { id: former.id },
      });
      expect(rotated.former.expiresAt ?? "").not.toBe(former.expiresAt);
      expect(await codeOf(owner().rotateKey(input, key("rotate")))).toBe("KEY_REUSED");
      const { items } = await owner().listKeys();
      const known = items.find((one) => one.key.id === former.id);
      expect(known?.key.expiresAt).toBe(rotated.former.expiresAt);
      expect(items.filter((one) => one.key.label === "CI of web")).toHaveLength(2);
    });

    test("a key is revoked at once and for good", async () => {
      const { key } = await owner().createKey({ kind: "agent", name: "newcomer" });
      const revoked = await owner().revokeKey({ id: key.id });
      expect(revoked.revokedAt).toBeDefined();
      expect((await owner().revokeKey({ id: key.id })).revokedAt).toBe(revoked.revokedAt);
    });
  });
}
