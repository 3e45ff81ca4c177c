import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CRITICAL_TOOL,
  HIGH_TOOL,
  type House,
  MEDIUM_TOOL,
  openHouse,
  refusalOf,
} from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const PASSPHRASE = "correct horse battery";

describe("a session whose link was not made at a terminal", () => {
  test("decides what is below HIGH", async () => {
    const { earshot } = await house.enter("ben", { atTerminal: false });
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    const { digest } = authorization;
    expect(await earshot.approve({ id, digest })).toMatchObject({ status: "approved" });
  });

  test.each([HIGH_TOOL, CRITICAL_TOOL])("does not approve %s by typing", async (tool) => {
    const { earshot } = await house.enter("ben", { atTerminal: false });
    await house
      .enter("ben", { atTerminal: true })
      .then((at) => at.earshot.setPassphrase({ passphrase: PASSPHRASE }));
    const { id, authorization } = await house.seek(tool);
    const { digest } = authorization;
    const input = { id, digest, typed: digest, passphrase: PASSPHRASE };
    for (const via of ["cli", "console", "inbox", "http"] as const) {
      expect(await refusalOf(earshot.approve(input, { via }))).toBe("passkey_needed");
    }
    expect(await refusalOf(earshot.reject({ id, reason: "No." }))).toBeUndefined();
    expect(await house.eventsOf("request.decision_refused")).toMatchObject(
      Array(4).fill({ data: { via: "inbox", error: "passkey_needed" } }),
    );
  });

  test("is told beforehand what it has to have, and cannot give itself", async () => {
    const { id } = await house.seek(CRITICAL_TOOL);
    const needsOf = async (atTerminal: boolean) => {
      const { earshot } = await house.enter("ben", { atTerminal });
      return (await earshot.inboxItem({ id })).needs;
    };
    expect(await needsOf(false)).toMatchObject({ passkey: "required", missing: "passkey" });
    expect(await needsOf(true)).toMatchObject({ passphrase: true, missing: "passphrase" });
    const elsewhere = await house.enter("ben", { atTerminal: false });
    const set = { passphrase: PASSPHRASE };
    expect(await refusalOf(elsewhere.earshot.setPassphrase(set))).toBe("not_at_a_terminal");
    const { earshot } = await house.enter("ben", { atTerminal: true });
    await earshot.setPassphrase(set);
    expect(await needsOf(true)).not.toHaveProperty("missing");
    expect(await needsOf(false)).toMatchObject({ passkey: "required", missing: "passkey" });
    expect(await house.eventsOf("passphrase.set")).toHaveLength(1);
  });

  test("gets no way to say that it is at a terminal", async () => {
    const { earshot } = await house.enter("ana", { atTerminal: false });
    const createKey = (more: object) =>
      refusalOf(ownKey(earshot, { kind: "person", name: "ana", ...more }));
    expect(await createKey({})).toBe("not_at_a_terminal");
    expect(await createKey({ unattended: true })).toBe("not_at_a_terminal");
    expect(await createKey({ name: "carl" })).toBe("not_at_a_terminal");
    expect(await refusalOf(earshot.createKey({ kind: "agent", name: "rival" }))).toBeUndefined();
    expect(await refusalOf(earshot.createSignInLink({ atTerminal: true }))).toBe(
      "not_at_a_terminal",
    );
  });

  test("neither changes the policy nor sets a first passphrase, which would prove nothing", async () => {
    const { earshot } = await house.enter("ana", { atTerminal: false });
    const source = { version: 1, rules: [] };
    expect(await refusalOf(earshot.applyPolicy({ source }))).toBe("not_at_a_terminal");
    const passphrase = PASSPHRASE;
    expect(await refusalOf(earshot.setPassphrase({ passphrase }))).toBe("not_at_a_terminal");
    const trusted = await house.enter("ana", { atTerminal: true });
    await trusted.earshot.setPassphrase({ passphrase });
    expect(await refusalOf(earshot.applyPolicy({ source, passphrase }))).toBeUndefined();
  });

  test("lets nobody else in, keeps nobody out and makes no key that outlives it", async () => {
    const { earshot } = await house.enter("ana", { atTerminal: false });
    const { id } = house.ben;
    const changes: readonly ((proof: { passphrase?: string }) => Promise<unknown>)[] = [
      (proof) => earshot.addOperator({ name: "mallory", role: "owner", ...proof }),
      (proof) => earshot.createSignInLink({ operator: "ben", ...proof }),
      (proof) => earshot.createKey({ kind: "service", name: "watcher", ...proof }),
      (proof) => earshot.removeOperator({ id, ...proof }),
    ];
    for (const change of changes) expect(await refusalOf(change({}))).toBe("not_at_a_terminal");
    expect(await refusalOf(earshot.createSignInLink())).toBe("not_at_a_terminal");
    await house.owner.setPassphrase({ passphrase: PASSPHRASE });
    const proof = { passphrase: PASSPHRASE };
    for (const change of changes) {
      expect(await refusalOf(change({}))).toBe("no_passphrase");
      expect(await refusalOf(change(proof))).toBeUndefined();
    }
    expect(await refusalOf(earshot.createSignInLink(proof))).toBe("not_at_a_terminal");
  });

  test("gives no permission for HIGH", async () => {
    const { earshot } = await house.enter("ben", { atTerminal: false });
    const { id } = await house.seek(HIGH_TOOL);
    const input = { scope: "target", like: id, level: "HIGH", typed: HIGH_TOOL } as const;
    expect(await refusalOf(earshot.permit(input, { via: "cli" }))).toBe("NOT_ALLOWED");
  });
});

describe("a session whose link was made at a terminal", () => {
  test("decides HIGH with part of the digest typed", async () => {
    const { earshot } = await house.enter("ben");
    const { id, authorization } = await house.seek(HIGH_TOOL);
    const { digest } = authorization;
    expect(await refusalOf(earshot.approve({ id, digest }))).toBe("digest_not_typed");
    const typed = digest.slice(0, 6);
    expect(await earshot.approve({ id, digest, typed })).toMatchObject({
      status: "approved",
      closedBy: { via: "inbox" },
    });
  });

  test("decides CRITICAL with the passphrase beside", async () => {
    const { earshot } = await house.enter("ben");
    await earshot.setPassphrase({ passphrase: PASSPHRASE });
    const { id, authorization } = await house.seek(CRITICAL_TOOL);
    const { digest } = authorization;
    const input = { id, digest, typed: digest.slice(0, 8) };
    expect(await refusalOf(earshot.approve(input))).toBe("no_passphrase");
    const approved = await earshot.approve({ ...input, passphrase: PASSPHRASE });
    expect(approved.authorization.votes).toMatchObject([{ steppedUp: true }]);
    expect(approved.authorization.votes[0]).not.toHaveProperty("passkey");
  });

  test("gives a permission for HIGH with its tool typed", async () => {
    const { earshot } = await house.enter("ben");
    const { id } = await house.seek(HIGH_TOOL);
    const input = { scope: "target", like: id, level: "HIGH" } as const;
    expect(await refusalOf(earshot.permit(input))).toBe("NOT_ALLOWED");
    expect(await refusalOf(earshot.permit({ ...input, typed: HIGH_TOOL }))).toBeUndefined();
  });

  test("makes keys of persons", async () => {
    const { earshot } = await house.enter("ana");
    expect(await refusalOf(ownKey(earshot, { kind: "person", name: "carl" }))).toBeUndefined();
  });
});

test("a key that says that it calls from the inbox decides no HIGH", async () => {
  const { secret } = await ownKey(house.owner, { kind: "person", name: "ben" });
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not good.");
  const { id, authorization } = await house.seek(HIGH_TOOL);
  const { digest } = authorization;
  const approving = house.open(caller).approve({ id, digest, typed: digest }, { via: "inbox" });
  expect(await refusalOf(approving)).toBe("not_at_a_terminal");
});
