import { expect, test } from "vitest";
import type { GrantRecord } from "../../../src/domain/authority/grant.ts";
import type { ToolOffer } from "../../../src/domain/authority/tool-offer.ts";
import type { Key, Principal } from "../../../src/domain/people/principal.ts";
import type { Permission } from "../../../src/domain/policy/permission.ts";
import { present } from "../../../src/domain/present.ts";
import type { Checkpoint } from "../../../src/ports/earshot/authority.ts";
import type { GrantConditions, StoredPolicy, Write } from "../../../src/ports/store/store.ts";
import {
  aGrantFor,
  anAgent,
  anId,
  anOpenAuthorization,
  anOpenRequest,
  aPermission,
} from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const LATER = "2026-01-01T00:01:00.000Z";

export function authorityFacts(under: StoreUnderTest): void {
  const change = (...writes: readonly Write[]) => ({ workspace: "default", writes, events: [] });
  const put = (grant: GrantRecord) => change({ type: "grant.put", grant });
  const consume = (grant: GrantRecord, at = LATER) => change({ type: "grant.consume", grant, at });
  const findGrant = ({ workspace, request }: GrantRecord) =>
    under.store.findGrant(workspace, request);

  test("of 64 that redeem a grant at the same time, one does", async () => {
    const grant = aGrantFor(anOpenAuthorization());
    await under.store.commit([put(grant)]);
    const tries = await Promise.all(
      Array.from({ length: 64 }, async () => (await under.outcomes([consume(grant)]))[0]),
    );
    expect(tries.filter((outcome) => outcome === "committed")).toHaveLength(1);
    expect(tries.filter((outcome) => outcome === "conflict")).toHaveLength(63);
    expect(await findGrant(grant)).toEqual({ ...grant, consumedAt: LATER });
  });

  test("a grant is redeemed once within one batch, and never again after a new start", async () => {
    const grant = aGrantFor(anOpenAuthorization());
    await under.store.commit([put(grant)]);
    const batch = await under.outcomes(Array.from({ length: 64 }, () => consume(grant)));
    expect(batch).toEqual(["committed", ...Array.from({ length: 63 }, () => "conflict")]);
    await under.reopen();
    expect(await under.outcomes([consume(grant)])).toEqual(["conflict"]);
    expect(await findGrant(grant)).toEqual({ ...grant, consumedAt: LATER });
  });

  test("a new grant voids the one before, and none follows one that was used", async () => {
    const request = anOpenAuthorization();
    const [first, second, third] = [aGrantFor(request), aGrantFor(request), aGrantFor(request)];
    expect(await under.outcomes([put(first), put(second)])).toEqual(["committed", "committed"]);
    expect(await findGrant(first)).toEqual(second);
    expect(await under.outcomes([consume(first), consume(second), put(third)])).toEqual([
      "conflict",
      "committed",
      "conflict",
    ]);
    expect(await findGrant(first)).toEqual({ ...second, consumedAt: LATER });
  });

  test("of a grant that is made void and its redemption at the same time one wins, halted or not", async () => {
    const request = anOpenAuthorization();
    const spent = { mintedAt: AT, expiresAt: AT, consumedAt: AT };
    const voided = (over: Partial<GrantRecord> = {}) =>
      change({ type: "grant.void", grant: aGrantFor(request, { ...spent, ...over }) });
    const first = aGrantFor(request);
    await under.store.commit([put(first)]);
    const halt = { type: "agent.halt", id: request.agent, haltedAt: AT } as const;
    await under.store.commit([
      change({ type: "principal.insert", principal: anAgent({ id: request.agent }) }),
      change(halt),
    ]);
    const tries = await Promise.all(
      [voided(), consume(first), voided()].map(async (one) => (await under.outcomes([one]))[0]),
    );
    expect(tries.filter((outcome) => outcome === "committed")).toHaveLength(1);
    expect(await under.outcomes([consume(first), put(aGrantFor(request)), voided()])).toEqual([
      "conflict",
      "conflict",
      "conflict",
    ]);
    const { consumedAt } = (await findGrant(first)) ?? {};
    expect(consumedAt).toBeDefined();
    // Also where there was none.
    const other = anOpenAuthorization();
    const none = change({ type: "grant.void", grant: aGrantFor(other, spent) });
    expect(await under.outcomes([none, put(aGrantFor(other))])).toEqual(["committed", "conflict"]);
    const both = [first.request, other.id, anId("req")];
    expect(
      (await under.store.findGrants("default", both)).map((one) => one.request).sort(),
    ).toEqual([first.request, other.id].sort());
    expect(await under.store.findGrants(OTHER, both)).toEqual([]);
  });

  test("a grant is good until the moment at which it expires, and only as it was minted", async () => {
    const grant = aGrantFor(anOpenAuthorization(), { expiresAt: LATER });
    await under.store.commit([put(grant)]);
    const others = [{ id: anId("grt") }, { digest: "f".repeat(64) }, { agent: anId("prn") }];
    const tries = others.map((over) => consume({ ...grant, ...over }, AT));
    expect(await under.outcomes([consume(grant, LATER), ...tries])).toEqual([
      "conflict",
      "conflict",
      "conflict",
      "conflict",
    ]);
    expect(await findGrant(grant)).toEqual(grant);
    expect(await under.store.findGrant(OTHER, grant.request)).toBeUndefined();
    expect(await under.outcomes([consume(grant, AT)])).toEqual(["committed"]);
  });

  test("a grant is used up only while what it rests on stands", async () => {
    const grant = aGrantFor(anOpenAuthorization());
    const permission = aPermission();
    const policy = { revision: "r1", source: { version: 1 }, at: AT };
    await under.store.commit([put(grant), change({ type: "permission.insert", permission })]);
    const use = (ground: GrantConditions) =>
      change({ type: "grant.consume", grant, at: LATER, while: ground });
    const held = { keys: [], permission: permission.id };
    const denied = [use({ ...held, revision: "r1" }), use({ keys: [], permission: anId("per") })];
    expect(await under.outcomes(denied)).toEqual(["conflict", "conflict"]);
    await under.store.commit([change({ type: "policy.put", policy })]);
    expect(await under.outcomes([use(held)])).toEqual(["conflict"]);
    const revoke = change({ type: "permission.revoke", id: permission.id, revokedAt: AT });
    expect(await under.outcomes([revoke, use({ ...held, revision: "r1" })])).toEqual([
      "committed",
      "conflict",
    ]);
    expect(await under.outcomes([use({ keys: [], revision: "r1" })])).toEqual(["committed"]);
  });

  test("permissions are read back as they were, the newest first", async () => {
    const agent = anId("prn");
    const plain = aPermission({ agent });
    const full = aPermission({
      agent,
      scope: "pattern",
      tool: "get_*",
      argsDigest: "d",
      level: "HIGH",
      uses: 3,
      args: { "/amount": { under: 5 } },
      toolSchemaHash: "h",
      revokedAt: AT,
      key: anId("key"),
    } satisfies Partial<Permission>);
    const rejected = { scope: "reject", argsDigest: "d", request: anId("req") } as const;
    const no = aPermission({ ...rejected, anyAt: ["/note"] });
    const other = aPermission(rejected);
    await under.store.commit(
      [plain, full, no, other].map((permission) =>
        change({ type: "permission.insert", permission }),
      ),
    );
    const again = await under.reopen();
    expect(await again.listPermissions("default")).toEqual([other, no, full, plain]);
    expect(await again.listPermissions("default", agent)).toEqual([full, plain]);
    expect(await again.listPermissions(OTHER)).toEqual([]);
    expect(await again.findPermission("default", full.id)).toEqual(full);
    expect(await again.findPermission(OTHER, full.id)).toBeUndefined();
  });

  test("each use of a permission is counted on the one before, until it is revoked", async () => {
    const permission = aPermission();
    const { id } = permission;
    const use = (uses: number) => change({ type: "permission.use", id, uses });
    const revoke = change({ type: "permission.revoke", id, revokedAt: AT });
    await under.store.commit([change({ type: "permission.insert", permission })]);
    expect(await under.outcomes([use(0), use(0), use(1), revoke, revoke, use(2)])).toEqual([
      "committed",
      "conflict",
      "committed",
      "committed",
      "conflict",
      "conflict",
    ]);
    const found = await (await under.reopen()).findPermission("default", id);
    expect(found).toEqual({ ...permission, uses: 2, revokedAt: AT });
  });

  test("a request that a permission approves is not made where the permission is gone", async () => {
    const permission = aPermission({ revokedAt: AT });
    await under.store.commit([change({ type: "permission.insert", permission })]);
    const request = anOpenAuthorization();
    const made = change(
      { type: "request.insert", request },
      { type: "permission.use", id: permission.id, uses: 0 },
    );
    expect(await under.outcomes([made])).toEqual(["conflict"]);
    expect(await under.store.findRequest("default", request.id)).toBeUndefined();
  });

  test("one policy is in force, and another follows only on the one that it was made for", async () => {
    const policy = (revision: string, at = AT): StoredPolicy => ({
      revision,
      at,
      source: { version: 1, rules: [{ name: revision }] },
    });
    const apply = (next: StoredPolicy, former?: string) =>
      change({ type: "policy.put", policy: next, ...present({ former }) });
    expect(await under.store.currentPolicy("default")).toBeUndefined();
    const [one, two, back] = [policy("one"), policy("two"), policy("one", LATER)];
    expect(
      await under.outcomes([apply(two, "one"), apply(one), apply(two), apply(two, "one")]),
    ).toEqual(["conflict", "committed", "conflict", "committed"]);
    expect(await under.store.currentPolicy("default")).toEqual(two);
    expect(await under.outcomes([apply(back, "one"), apply(back, "two")])).toEqual([
      "conflict",
      "committed",
    ]);
    const again = await under.reopen();
    expect(await again.currentPolicy("default")).toEqual(back);
    expect(await again.findPolicy("default", "two")).toEqual(two);
    expect(await under.outcomes([apply(one, "one")])).toEqual(["committed"]);
    expect(await under.store.currentPolicy(OTHER)).toBeUndefined();
    expect(await under.store.findPolicy(OTHER, "one")).toBeUndefined();
  });

  test("a definition of a tool is kept by its digest, as it was told first", async () => {
    const definition = { name: "send", description: null, inputSchema: { type: "object" } };
    const define = (hash: string, server: string | null) =>
      change({ type: "tool.define", hash, definition: { ...definition, server } });
    await under.store.commit([define("a", null), define("b", "one"), define("a", "two")]);
    const again = await under.reopen();
    expect(await again.findToolDefinition("default", "a")).toEqual({ ...definition, server: null });
    expect(await again.findToolDefinition("default", "b")).toMatchObject({ server: "one" });
    expect(await again.findToolDefinition("default", "c")).toBeUndefined();
    expect(await again.findToolDefinition(OTHER, "a")).toBeUndefined();
  });

  test("what a server offers an agent is replaced by whoever knows what it was", async () => {
    const [agent, other] = [anId("prn"), anId("prn")];
    const offerOf = (server: string, ...names: readonly string[]) => ({
      server,
      tools: names.map((name) => ({ name, hash: "h" })),
    });
    const [one, two] = [offerOf("one", "read"), offerOf("one", "read", "write")];
    const put = (offer: ToolOffer, former?: ToolOffer) =>
      change({ type: "tool.offer", agent, offer, ...present({ former }) });
    expect(await under.store.toolOffers("default", agent)).toEqual([]);
    expect(await under.outcomes([put(one), put(two), put(two, one), put(one, one)])).toEqual([
      "committed",
      "conflict",
      "committed",
      "conflict",
    ]);
    expect(await under.outcomes([put(offerOf("another"))])).toEqual(["committed"]);
    const again = await under.reopen();
    expect(await again.toolOffers("default", agent)).toEqual([offerOf("another"), two]);
    expect(await again.toolOffers("default", other)).toEqual([]);
    expect(await again.toolOffers(OTHER, agent)).toEqual([]);
  });

  test("a tool is pinned for one agent, and anew by whoever knows which one", async () => {
    const [agent, other] = [anId("prn"), anId("prn")];
    const pin = (hash: string, former?: string) =>
      change({ type: "tool.pin", agent, tool: "send", hash, ...present({ former }) });
    const find = (over = {}) =>
      under.store.findToolPin({ workspace: "default", agent, tool: "send", ...over });
    expect(await find()).toBeUndefined();
    await under.store.commit([pin("a", "z"), pin("b"), pin("c", "b")]);
    expect(await find()).toBe("a");
    await under.store.commit([pin("b", "a")]);
    await under.reopen();
    expect(await find()).toBe("b");
    for (const over of [{ agent: other }, { tool: "sent" }, { workspace: OTHER }]) {
      expect(await find(over)).toBeUndefined();
    }
  });

  test("the tools that agents know are listed, with what they say of themselves where that was told", async () => {
    const [agent, other] = [anId("prn"), anId("prn")];
    const definition = { name: "send", description: null, inputSchema: {}, server: null };
    const pin = (tool: string, hash: string, by = agent) =>
      change({ type: "tool.pin", agent: by, tool, hash });
    const listed = async (workspace = "default") =>
      (await under.store.listToolPins(workspace)).filter((one) =>
        [agent, other].includes(one.agent),
      );
    expect(await listed()).toEqual([]);
    await under.store.commit([
      change({ type: "tool.define", hash: "told", definition }),
      pin("send", "told"),
      pin("send", "untold", other),
      pin("read", "untold"),
    ]);
    await under.reopen();
    expect(await listed()).toEqual([
      { agent, tool: "read", hash: "untold" },
      ...[
        { agent, tool: "send", hash: "told", definition },
        { agent: other, tool: "send", hash: "untold" },
      ].toSorted((a, b) => (a.agent < b.agent ? -1 : 1)),
    ]);
    expect(await listed(OTHER)).toEqual([]);
  });

  test("a passphrase is kept for one person, and replaced by whoever knows which one", async () => {
    const principal = anId("prn");
    const set = (hash: string, former?: string) =>
      change({ type: "passphrase.put", principal, hash, ...present({ former }) });
    const sets = [set("a"), set("c"), set("b", "a"), set("c", "a")];
    expect(await under.outcomes(sets)).toEqual(["committed", "conflict", "committed", "conflict"]);
    const again = await under.reopen();
    expect(await again.findPassphrase("default", principal)).toBe("b");
    expect(await again.findPassphrase("default", anId("prn"))).toBeUndefined();
    expect(await again.findPassphrase(OTHER, principal)).toBeUndefined();
  });

  test("the newest checkpoint is found, and each begins where the one before ends", async () => {
    const at = (seq: number): Checkpoint => ({
      workspace: "default",
      seq,
      hash: "ab",
      at: AT,
      token: `token ${seq}`,
    });
    const insert = (seq: number, after: number) =>
      change({ type: "checkpoint.insert", checkpoint: at(seq), after });
    expect(await under.store.lastCheckpoint("default")).toBeUndefined();
    const inserted = [insert(9, 0), insert(10, 0), insert(10, 9), insert(10, 9)];
    expect(await under.outcomes(inserted)).toEqual([
      "committed",
      "conflict",
      "committed",
      "conflict",
    ]);
    expect(await (await under.reopen()).lastCheckpoint("default")).toEqual(at(10));
    expect(await under.store.lastCheckpoint(OTHER)).toBeUndefined();
  });

  test("who made an agent and which key is for scripts is read back", async () => {
    const base = { workspace: "default", createdAt: AT };
    const ana: Principal = { ...base, id: anId("prn"), kind: "person", name: "ana", role: "owner" };
    const monitor: Principal = { ...base, id: anId("prn"), kind: "service", name: "monitor" };
    const agent = anAgent({ owner: ana.id });
    const key: Key = {
      ...base,
      id: anId("key"),
      principal: ana.id,
      scopes: ["decide"],
      unattended: true,
    };
    const agentKey: Key = { ...base, id: anId("key"), principal: agent.id, scopes: ["ask"] };
    await under.store.commit([
      change(
        { type: "principal.insert", principal: ana },
        { type: "principal.insert", principal: monitor },
        { type: "principal.insert", principal: agent },
        { type: "key.insert", key, secretHash: "h1" },
        { type: "key.insert", key: agentKey, secretHash: "h2" },
      ),
    ]);
    const again = await under.reopen();
    for (const principal of [ana, monitor, agent]) {
      expect(await again.findPrincipal("default", principal.id)).toEqual(principal);
      expect(await again.findPrincipal(OTHER, principal.id)).toBeUndefined();
    }
    expect(await again.findKeyOwner("h1")).toEqual({ key, principal: ana });
    expect(await again.findKeyOwner("h2")).toEqual({ key: agentKey, principal: agent });
    expect(await again.listKeys("default")).toEqual([
      { key, principal: ana },
      { key: agentKey, principal: agent },
    ]);
  });

  test("a question has no grant, and nothing sealed", async () => {
    const request = anOpenRequest();
    await under.store.commit([change({ type: "request.insert", request })]);
    expect(await under.store.findGrant("default", request.id)).toBeUndefined();
    expect(await under.store.findSealed("default", request.id)).toBeUndefined();
  });
}
