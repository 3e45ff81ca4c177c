import { expect, test } from "vitest";
import type { Key, PersonPrincipal, Principal } from "../../../src/domain/people/principal.ts";
import type { StoredPasskey, Ticket, Write } from "../../../src/ports/store/store.ts";
import {
  aGrantFor,
  anAgent,
  anId,
  anOpenAuthorization,
  approvedBy,
} from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const LATER = "2026-01-01T00:10:00.000Z";

function aPasskey(over: Partial<StoredPasskey["passkey"]> = {}): StoredPasskey {
  const id = anId("psk");
  return {
    workspace: "default",
    passkey: {
      id,
      operator: anId("prn"),
      name: "Laptop",
      rpId: "localhost",
      createdAt: AT,
      ...over,
    },
    credential: {
      credentialId: `credential of ${id}`,
      publicKey: "key",
      counter: 3,
      transports: ["usb", "nfc"],
    },
  };
}

export function signingInFacts(under: StoreUnderTest): void {
  const change = (...writes: readonly Write[]) => ({ workspace: "default", writes, events: [] });
  const elsewhere = (write: Write) => ({ workspace: OTHER, writes: [write], events: [] });
  const insert = (ticket: Ticket) => change({ type: "ticket.insert", ticket });
  const aTicket = (hash: string, over: Partial<Ticket> = {}): Ticket => ({
    workspace: "default",
    hash,
    purpose: "sign_in_link",
    expiresAt: LATER,
    ...over,
  });

  test("a ticket is found by its hash alone, and read back as it was", async () => {
    const link = aTicket("a", { principal: anId("prn"), atTerminal: true, key: anId("key") });
    const far = aTicket("b", { principal: anId("prn"), atTerminal: false });
    const bare = aTicket("c", { purpose: "passkey_sign_in" });
    await under.store.commit([link, far, bare].map(insert));
    const again = await under.reopen();
    expect(await under.outcomes([insert(aTicket("a", { purpose: "used_assertion" }))])).toEqual([
      "conflict",
    ]);
    for (const ticket of [link, far, bare]) {
      expect(await again.findTicket(ticket.hash)).toEqual(ticket);
    }
    expect(await again.findTicket("d")).toBeUndefined();
  });

  test("a ticket is taken once, before it expires, where it belongs", async () => {
    const take = (hash: string, at = AT): Write => ({ type: "ticket.take", hash, at });
    await under.store.commit([insert(aTicket("a")), insert(aTicket("b"))]);
    expect(
      await under.outcomes([
        elsewhere(take("a")),
        change(take("a")),
        change(take("a")),
        change(take("b", LATER)),
        change(take("none")),
      ]),
    ).toEqual(["conflict", "committed", "conflict", "conflict", "conflict"]);
    await under.reopen();
    expect(await under.outcomes([change(take("a"))])).toEqual(["conflict"]);
    expect(await under.store.findTicket("b")).toBeDefined();
  });

  test("tickets are dropped by person, or all that have expired", async () => {
    const [ana, ben] = [anId("prn"), anId("prn")];
    const drop = (of: Extract<Write, { type: "ticket.drop" }>["of"]) =>
      change({ type: "ticket.drop", of });
    await under.store.commit([
      insert(aTicket("of ana", { principal: ana })),
      insert(aTicket("of ben", { principal: ben })),
      insert(aTicket("old", { expiresAt: AT })),
      elsewhere({ type: "ticket.insert", ticket: aTicket("other", { workspace: OTHER }) }),
    ]);
    expect(await under.outcomes([drop(ana), drop({ before: AT }), drop(ana)])).toEqual([
      "committed",
      "committed",
      "committed",
    ]);
    for (const hash of ["of ana", "old"]) {
      expect(await under.store.findTicket(hash)).toBeUndefined();
    }
    const links = await under.store.listTickets("default", "sign_in_link");
    expect(links.map(({ hash }) => hash)).toEqual(["of ben"]);
    for (const hash of ["of ben", "other"]) {
      expect(await under.store.findTicket(hash)).toBeDefined();
    }
  });

  test("a passkey is found by its credential, and those of a person are listed", async () => {
    const [one, two] = [aPasskey(), aPasskey({ lastUsedAt: LATER })];
    await under.store.commit(
      [one, two].map((passkey) => change({ type: "passkey.insert", passkey })),
    );
    const twice = { ...aPasskey(), credential: one.credential };
    expect(await under.outcomes([change({ type: "passkey.insert", passkey: twice })])).toEqual([
      "conflict",
    ]);
    const again = await under.reopen();
    expect(await again.findPasskey(one.credential.credentialId)).toEqual(one);
    expect(await again.findPasskey("none")).toBeUndefined();
    expect(await again.listPasskeys("default")).toEqual([one, two]);
    expect(await again.listPasskeys("default", two.passkey.operator)).toEqual([two]);
    expect(await again.listPasskeys(OTHER)).toEqual([]);
  });

  test("a passkey counts on from where it stood, until it is removed", async () => {
    const passkey = aPasskey();
    const { id } = passkey.passkey;
    const use = (former: number, counter: number): Write => ({
      type: "passkey.use",
      id,
      at: LATER,
      former,
      counter,
    });
    await under.store.commit([change({ type: "passkey.insert", passkey })]);
    expect(
      await under.outcomes([change(use(3, 4)), change(use(3, 5)), elsewhere(use(4, 5))]),
    ).toEqual(["committed", "conflict", "conflict"]);
    const found = await (await under.reopen()).findPasskey(passkey.credential.credentialId);
    expect(found?.credential.counter).toBe(4);
    expect(found?.passkey.lastUsedAt).toBe(LATER);
    const remove: Write = { type: "passkey.remove", id };
    expect(
      await under.outcomes([elsewhere(remove), change(remove), change(remove), change(use(4, 5))]),
    ).toEqual(["conflict", "committed", "conflict", "conflict"]);
    expect(await under.store.listPasskeys("default")).toEqual([]);
  });

  test("a web session is a key that ends once, and stays as it was else", async () => {
    const principal: PersonPrincipal = {
      id: anId("prn"),
      workspace: "default",
      createdAt: AT,
      kind: "person",
      name: "ana",
      role: "owner",
    };
    const aKey = (over: Partial<Key>): Key => ({
      id: anId("key"),
      workspace: "default",
      principal: principal.id,
      scopes: ["read"],
      createdAt: AT,
      ...over,
    });
    const web = { browser: "Firefox", atTerminal: true, pageHash: "page", expiresAt: LATER };
    const [session, key] = [aKey({ web }), aKey({})];
    await under.store.commit([
      change({ type: "principal.insert", principal }),
      change({ type: "key.insert", key: session, secretHash: "session" }),
      change({ type: "key.insert", key, secretHash: "key" }),
    ]);
    expect((await under.store.findKeyOwner("session"))?.key).toEqual(session);
    const end = (id: Key["id"]): Write => ({ type: "key.end", id, endedAt: AT });
    expect(
      await under.outcomes([
        elsewhere(end(session.id)),
        change(end(session.id)),
        change(end(session.id)),
        change(end(key.id)),
      ]),
    ).toEqual(["conflict", "committed", "conflict", "conflict"]);
    const ended = { ...session, web: { ...web, endedAt: AT } };
    const again = await under.reopen();
    expect(await again.findKeyOwner("session")).toEqual({ key: ended, principal });
    expect((await again.listKeys("default")).map((owner) => owner.key)).toEqual([ended, key]);
  });

  test("the keys that may read the metrics are found over all workspaces, while they are good", async () => {
    const service = (workspace: string): Principal => ({
      id: anId("prn"),
      workspace,
      createdAt: AT,
      kind: "service",
      name: `prometheus ${workspace}`,
    });
    const [here, there] = [service("default"), service(OTHER)];
    const keyFor = ({ id, workspace }: Principal, over: Partial<Key>): Key => ({
      id: anId("key"),
      workspace,
      principal: id,
      scopes: ["metrics"],
      createdAt: AT,
      ...over,
    });
    const web = { browser: "Firefox", atTerminal: true, pageHash: "page", expiresAt: LATER };
    const keys = [
      keyFor(here, {}),
      keyFor(there, { scopes: ["read", "operate"] }),
      keyFor(here, { scopes: ["read"] }),
      keyFor(here, { web }),
      keyFor(here, {}),
    ];
    const revoked = keys.at(-1);
    for (const principal of [here, there]) {
      await under.store.commit([
        {
          workspace: principal.workspace,
          events: [],
          writes: [
            { type: "principal.insert", principal },
            ...keys
              .filter((key) => key.principal === principal.id)
              .map((key): Write => ({ type: "key.insert", key, secretHash: `hash ${key.id}` })),
          ],
        },
      ]);
    }
    const revoke: Write = { type: "key.revoke", id: revoked?.id ?? "key_none", revokedAt: AT };
    await under.store.commit([change(revoke)]);
    const found = await under.store.scrapeKeys();
    const good = [
      { key: keys[0], principal: here, secretHash: `hash ${keys[0]?.id}` },
      { key: keys[1], principal: there, secretHash: `hash ${keys[1]?.id}` },
    ];
    expect(found).toHaveLength(good.length);
    expect(found).toEqual(expect.arrayContaining(good));
  });

  test("an agent is halted once, and resumed once", async () => {
    const [agent, person] = [anAgent({ owner: anId("prn") }), anId("prn")];
    const halt: Write = { type: "agent.halt", id: agent.id, haltedAt: AT };
    const resume: Write = { type: "agent.halt", id: agent.id };
    await under.store.commit([
      change({ type: "principal.insert", principal: agent }),
      change({ type: "key.insert", secretHash: "h", key: keyOf(agent.id) }),
      change({
        type: "principal.insert",
        principal: {
          id: person,
          workspace: "default",
          createdAt: AT,
          kind: "person",
          name: "ana",
          role: "owner",
        },
      }),
    ]);
    expect(
      await under.outcomes([
        change(resume),
        elsewhere(halt),
        change({ ...halt, id: person }),
        change(halt),
        change(halt),
      ]),
    ).toEqual(["conflict", "conflict", "conflict", "committed", "conflict"]);
    const halted = { ...agent, haltedAt: AT };
    const again = await under.reopen();
    expect(await again.findPrincipal("default", agent.id)).toEqual(halted);
    expect((await again.findKeyOwner("h"))?.principal).toEqual(halted);
    expect((await again.listKeys("default")).map((owner) => owner.principal)).toEqual([halted]);
    expect(await under.outcomes([change(resume)])).toEqual(["committed"]);
    expect(await again.findPrincipal("default", agent.id)).toEqual(agent);
  });

  test("a grant of a halted agent is not used, nor one of an agent that is unknown", async () => {
    const agent = anAgent();
    const request = approvedBy(anOpenAuthorization({ agent: agent.id }));
    const grant = aGrantFor(request);
    const use = (of = agent.id): Write => ({
      type: "grant.consume",
      grant,
      at: AT,
      while: { keys: [], agent: of },
    });
    await under.store.commit([
      change({ type: "principal.insert", principal: agent }),
      change({ type: "request.insert", request }, { type: "grant.put", grant }),
    ]);
    const halt = change({ type: "agent.halt", id: agent.id, haltedAt: AT });
    const resume = change({ type: "agent.halt", id: agent.id });
    expect(
      await under.outcomes([halt, change(use()), change(use(anId("prn"))), resume, change(use())]),
    ).toEqual(["committed", "conflict", "conflict", "committed", "committed"]);
  });

  test("the principals of one kind are listed by name", async () => {
    const [zoe, abe] = [anAgent({ name: "zoe" }), anAgent({ name: "abe", haltedAt: AT })];
    const service = { ...anAgent({ name: "monitor" }), kind: "service" as const };
    await under.store.commit(
      [zoe, abe, service].map((principal) => change({ type: "principal.insert", principal })),
    );
    expect(await under.store.listPrincipals("default", "agent")).toEqual([abe, zoe]);
    expect(await under.store.listPrincipals("default", "person")).toEqual([]);
    expect(await under.store.listPrincipals(OTHER, "agent")).toEqual([]);
  });
}

function keyOf(principal: Key["principal"]): Key {
  return { id: anId("key"), workspace: "default", principal, scopes: ["ask"], createdAt: AT };
}
