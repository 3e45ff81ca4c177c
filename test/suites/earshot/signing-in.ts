import { describe, expect, test } from "vitest";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

/** Well formed, but of nothing that exists. */
const UNKNOWN = "0".repeat(26);
const NOBODY = `prn_${UNKNOWN}` as const;
const PASSPHRASE = "correct horse battery";

/** How people sign in, as far as that needs no browser. */
export function signingInFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const operatorNamed = async (name: string) => {
    const { items } = await as("owner").listOperators();
    return items.find(({ principal }) => principal.name === name);
  };

  describe("operators", () => {
    test("are made known without a key, once, and keep their role", async () => {
      const added = await as("owner").addOperator({ name: "ana", role: "viewer" });
      expect(added).toMatchObject({ kind: "person", name: "ana", role: "viewer" });
      expect(await as("owner").addOperator({ name: "ana" })).toEqual(added);
      const other = as("owner").addOperator({ name: "ana", role: "owner" });
      expect(await codeOf(other)).toBe("INVALID_INPUT");
      expect(await codeOf(as("owner").addOperator({ name: "" }))).toBe("INVALID_INPUT");
      expect(await as("owner").addOperator({ name: "ben" })).toMatchObject({ role: "approver" });
      // Nobody has to give a passphrase only to be told afterwards that it is impossible.
      await as("owner").setPassphrase({ passphrase: PASSPHRASE });
      const again = { kind: "person", name: "ana", role: "owner" } as const;
      expect(await codeOf(as("owner").addOperator({ name: "ana", role: "owner" }))).toBe(
        "INVALID_INPUT",
      );
      expect(await codeOf(as("owner").createKey(again))).toBe("INVALID_INPUT");
    });

    test("are listed by name with what lets them in", async () => {
      const { items } = await as("owner").listOperators();
      expect(items.map(({ principal, ...holds }) => [principal.name, holds])).toEqual([
        ["approver", { keys: 2, webSessions: 0, passkeys: 0, hasPassphrase: false }],
        ["owner", { keys: 1, webSessions: 0, passkeys: 0, hasPassphrase: false }],
        ["viewer", { keys: 1, webSessions: 0, passkeys: 0, hasPassphrase: false }],
      ]);
    });

    test("are removed with all that they hold, and again is no error", async () => {
      const approver = await operatorNamed("approver");
      if (approver === undefined) throw new Error("There is no approver.");
      const { id } = approver.principal;
      await as("approver").createSignInLink();
      expect(await as("owner").removeOperator({ id })).toEqual(approver.principal);
      expect(await as("owner").removeOperator({ id })).toEqual(approver.principal);
      expect(await operatorNamed("approver")).toMatchObject({ keys: 0, webSessions: 0 });
      expect(await codeOf(as("approver").createSignInLink())).toBe("NOT_SIGNED_IN");
      const types = (await collect(as("owner").events())).map(({ type }) => type);
      expect(types.filter((type) => type === "key.revoked")).toHaveLength(2);
      expect(types).toContain("operator.removed");
    });

    test("are never all removed: one owner who can get in stays", async () => {
      const owner = await operatorNamed("owner");
      if (owner === undefined) throw new Error("There is no owner.");
      const { id } = owner.principal;
      expect(await codeOf(as("owner").removeOperator({ id }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("owner").removeOperator({ id: NOBODY }))).toBe("NOT_FOUND");
    });

    test.each<Part>(["approver", "viewer", "script", "scout", "service"])(
      "are no business of %s",
      async (part) => {
        expect(await codeOf(as(part).addOperator({ name: "ana" }))).toBe("NOT_ALLOWED");
        expect(await codeOf(as(part).listOperators())).toBe("NOT_ALLOWED");
        const removing = as(part).removeOperator({ id: NOBODY });
        expect(await codeOf(removing)).toBe("NOT_ALLOWED");
      },
    );
  });

  describe("a sign-in link", () => {
    test("is made for oneself, and shown once", async () => {
      const link = await as("viewer").createSignInLink({ atTerminal: true });
      expect(link).toMatchObject({ operator: { name: "viewer" }, atTerminal: true });
      expect(link.token).toMatch(/^[\w-]{43}$/);
      const { now } = under.world.clock;
      expect(link.expiresAt).toBe(new Date(now() + 10 * 60_000).toISOString());
      const events = await collect(as("owner").events());
      expect(events.at(-1)).toMatchObject({
        type: "sign_in_link.created",
        subject: link.operator.id,
        data: { name: "viewer", kind: "at_terminal" },
      });
      expect(JSON.stringify(events)).not.toContain(link.token);
    });

    test("is made for others by who lets people in, with their own passphrase", async () => {
      await as("owner").addOperator({ name: "ana" });
      const link = (part: Part, more = {}) =>
        codeOf(as(part).createSignInLink({ operator: "ana", ...more }));
      expect(await link("approver")).toBe("NOT_ALLOWED");
      expect(await link("outsider")).toBe("NOT_FOUND");
      expect(await link("owner")).toBeUndefined();
      await as("owner").setPassphrase({ passphrase: PASSPHRASE });
      expect(await link("owner")).toBe("STEP_UP_NEEDED");
      expect(await link("owner", { passphrase: PASSPHRASE })).toBeUndefined();
    });

    test("for somebody who can get in already waits for their yes", async () => {
      const link = () => as("owner").createSignInLink({ operator: "approver" });
      await expect(link()).rejects.toMatchObject({
        code: "PERSONS_YES_NEEDED",
        details: { people: ["approver"] },
      });
      const theirs = as("owner").createSignInLink({ operator: "viewer" });
      expect(await codeOf(theirs)).toBe("NOT_ALLOWED");
    });

    test("is made for no program, and by none in the name of a person", async () => {
      for (const part of ["scout", "service", "script"] as const) {
        expect(await codeOf(as(part).createSignInLink())).toBe("NOT_ALLOWED");
      }
    });

    test("is made once for an idempotency key, and never shown again", async () => {
      const options = { idempotencyKey: "link-1" };
      await as("owner").createSignInLink({}, options);
      expect(await codeOf(as("owner").createSignInLink({}, options))).toBe("KEY_REUSED");
    });
  });

  describe("with a key", () => {
    test("nobody is in a web session: there is none to list, to revoke or to leave", async () => {
      expect(await as("owner").listWebSessions()).toEqual({ items: [] });
      expect(await codeOf(as("owner").signOut())).toBe("NOT_ALLOWED");
      const [listed] = (await as("owner").listKeys()).items;
      const id = listed?.key.id ?? `key_${UNKNOWN}`;
      expect(await codeOf(as("owner").revokeWebSession({ id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").listWebSessions())).toBe("NOT_ALLOWED");
    });

    test("nobody gets a passkey, since there is no page that one could be bound to", async () => {
      expect(await as("owner").listPasskeys()).toEqual({ items: [] });
      expect(await codeOf(as("owner").passkeyCreation({}))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("owner").passkeyProof())).toBe("NOT_ALLOWED");
      const digest = "0".repeat(64);
      expect(await codeOf(as("owner").passkeyStepUp({ digest }))).toBe("NOT_ALLOWED");
      const adding = as("owner").addPasskey({ name: "laptop", response: {} });
      expect(await codeOf(adding)).toBe("NOT_ALLOWED");
      expect(await codeOf(as("owner").removePasskey({ id: `psk_${UNKNOWN}` }))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").listPasskeys())).toBe("NOT_ALLOWED");
    });
  });
}
