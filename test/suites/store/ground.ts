import { expect, test } from "vitest";
import type { Key } from "../../../src/domain/people/principal.ts";
import { present } from "../../../src/domain/present.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anAgent, anId } from "../../../src/testing/builders.ts";
import { AT, type StoreUnderTest } from "./store-under-test.ts";

export function groundFacts(under: StoreUnderTest): void {
  const change = (...writes: readonly Write[]) => ({ workspace: "default", writes, events: [] });

  test("a change on a ground is made while no key of it is revoked and its agent is not halted", async () => {
    const agent = anAgent();
    const person = { id: anId("prn"), workspace: "default", kind: "person", name: "ana" } as const;
    const key: Key = {
      id: anId("key"),
      workspace: "default",
      principal: person.id,
      scopes: ["decide"],
      createdAt: AT,
    };
    await under.store.commit([
      change(
        { type: "principal.insert", principal: agent },
        { type: "principal.insert", principal: { ...person, role: "owner", createdAt: AT } },
        { type: "key.insert", key, secretHash: "hash" },
      ),
    ]);
    const holds = change(
      { type: "tool.pin", agent: agent.id, tool: "pay", hash: "h" },
      { type: "ground.holds", agent: agent.id, keys: [key.id] },
    );
    const halt = change({ type: "agent.halt", id: agent.id, haltedAt: AT });
    const resume = change({ type: "agent.halt", id: agent.id });
    const revoke = change({ type: "key.revoke", id: key.id, revokedAt: AT });
    expect(await under.outcomes([holds, halt, holds, resume, holds, revoke, holds])).toEqual([
      "committed",
      "committed",
      "conflict",
      "committed",
      "committed",
      "committed",
      "conflict",
    ]);
  });

  test("a change on a policy is made while that one is in force, and none where none is named", async () => {
    const put = (revision: string, former?: string) =>
      change({
        type: "policy.put",
        policy: { revision, source: {}, at: AT },
        ...present({ former }),
      });
    const holds = (tool: string, revision: string | undefined) =>
      change(
        { type: "tool.pin", agent: anId("prn"), tool, hash: "h" },
        { type: "ground.holds", keys: [], policy: { revision } },
      );
    expect(
      await under.outcomes([
        holds("a", undefined),
        holds("b", "one"),
        put("one"),
        holds("c", undefined),
        holds("d", "one"),
        put("two", "one"),
        holds("e", "one"),
        holds("f", "two"),
      ]),
    ).toEqual([
      "committed",
      "conflict",
      "committed",
      "conflict",
      "committed",
      "committed",
      "conflict",
      "committed",
    ]);
  });

  test("in a batch, changes on a ground that is gone take none with them that rest on another", async () => {
    const [served, halted] = [anAgent(), anAgent()];
    const keyOf = (principal: Key["principal"]): Key => ({
      id: anId("key"),
      workspace: "default",
      principal,
      scopes: ["ask"],
      createdAt: AT,
    });
    const [good, revoked] = [keyOf(served.id), keyOf(served.id)];
    await under.store.commit([
      change(
        { type: "principal.insert", principal: served },
        { type: "principal.insert", principal: halted },
        { type: "key.insert", key: good, secretHash: "good" },
        { type: "key.insert", key: revoked, secretHash: "revoked" },
      ),
      change({ type: "agent.halt", id: halted.id, haltedAt: AT }),
      change({ type: "key.revoke", id: revoked.id, revokedAt: AT }),
    ]);
    const grounds = [
      { agent: served.id, keys: [good.id] },
      { agent: served.id, keys: [revoked.id] },
      { agent: served.id, keys: [good.id, revoked.id] },
      { agent: halted.id, keys: [good.id] },
      { agent: halted.id, keys: [] },
      { keys: [good.id] },
      { keys: [revoked.id] },
      { keys: [] },
    ];
    const stands = [true, false, false, false, false, true, false, true];
    const thrice = [0, 1, 2].flatMap(() => grounds);
    const changes = thrice.map((ground, n) =>
      change(
        { type: "tool.pin", agent: served.id, tool: `tool_${n}`, hash: "h" },
        { type: "ground.holds", ...ground },
      ),
    );
    expect(await under.outcomes(changes)).toEqual(
      thrice.map((_, n) => (stands[n % stands.length] ? "committed" : "conflict")),
    );
    const pins = await Promise.all(
      thrice.map((_, n) =>
        under.store.findToolPin({ workspace: "default", agent: served.id, tool: `tool_${n}` }),
      ),
    );
    expect(pins.map((hash) => hash !== undefined)).toEqual([0, 1, 2].flatMap(() => stands));
  });
}
