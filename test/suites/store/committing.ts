import { expect, test } from "vitest";
import type { Change, Once } from "../../../src/ports/store/store.ts";
import {
  anAgent,
  anId,
  anOpenRequest,
  answeredWith,
  answering,
  asking,
} from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

export function committingFacts(under: StoreUnderTest): void {
  test("a change that fails takes nothing with it but itself", async () => {
    const [one, two, three] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
    const missing = answeredWith(anOpenRequest(), "to nothing");
    const once = { principal: anId("prn"), key: "k", digest: "d", result: missing.id };
    const done = await under.outcomes([
      asking(one),
      answering(missing, { once }),
      asking(two),
      asking(one),
      asking(three),
    ]);
    expect(done).toEqual(["committed", "conflict", "committed", "conflict", "committed"]);
    expect(await under.store.findOnce({ workspace: "default", ...once })).toBeUndefined();
    const subjects = (await under.events()).map(({ subject }) => subject);
    expect(subjects).toEqual(["default", one.id, two.id, three.id]);
  });

  test("an update applies only to the version it has read, also within one batch", async () => {
    const request = anOpenRequest();
    await under.store.commit([asking(request)]);
    const answers = ["first", "second", "third"].map((text) =>
      answering(answeredWith(request, text)),
    );
    expect(await under.outcomes(answers)).toEqual(["committed", "conflict", "conflict"]);
    expect(await under.outcomes([answering(answeredWith(request, "fourth"))])).toEqual([
      "conflict",
    ]);
    expect(await under.store.findRequest("default", request.id)).toMatchObject({
      answer: { text: "first" },
    });
    expect(await under.events()).toHaveLength(3);
  });

  test("a request can be made and answered in one batch", async () => {
    const request = anOpenRequest();
    const answered = answeredWith(request, "quick");
    expect(await under.outcomes([asking(request), answering(answered)])).toEqual([
      "committed",
      "committed",
    ]);
    expect(await under.store.findRequest("default", request.id)).toEqual(answered);
  });

  test("a key makes a change happen once; with other content it is refused", async () => {
    const principal = anId("prn");
    const [first, second, third] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
    const once = (result: string, digest: string): Once => ({
      principal,
      key: "k",
      digest,
      result,
    });
    const results = await under.store.commit([
      asking(first, { once: once(first.id, "a") }),
      asking(second, { once: once(second.id, "a") }),
      asking(third, { once: once(third.id, "b") }),
    ]);
    expect(results.slice(1)).toEqual([
      { outcome: "replayed", result: first.id },
      { outcome: "key_reused" },
    ]);
    const later = await (await under.reopen()).commit([
      asking(second, { once: once(second.id, "a") }),
    ]);
    expect(later).toEqual([{ outcome: "replayed", result: first.id }]);
    expect(await under.store.findRequest("default", second.id)).toBeUndefined();
  });

  test("the same key of another principal or workspace is another key", async () => {
    const principal = anId("prn");
    const request = (over = {}) => anOpenRequest(over);
    const once = { principal, key: "k", digest: "a", result: "r" };
    const done = await under.outcomes([
      asking(request(), { once }),
      asking(request(), { once: { ...once, principal: anId("prn") } }),
      asking(request({ workspace: OTHER }), { once }),
    ]);
    expect(done).toEqual(["committed", "committed", "committed"]);
  });

  test("a key that is refused after a conditional write undoes that write", async () => {
    const [used, other] = [anOpenRequest(), anOpenRequest()];
    const once = { principal: anId("prn"), key: "k", digest: "a", result: used.id };
    await under.store.commit([asking(used, { once }), asking(other)]);
    const neighbour = anOpenRequest();
    const reuse = answering(answeredWith(other, "x"), { once: { ...once, digest: "b" } });
    expect(await under.outcomes([reuse, asking(neighbour)])).toEqual(["key_reused", "committed"]);
    expect(await under.store.findRequest("default", other.id)).toEqual(other);
    expect(await under.store.findRequest("default", neighbour.id)).toEqual(neighbour);
  });

  test("names of principals are unique by kind and workspace", async () => {
    const insert = (workspace: string): Change => ({
      workspace,
      writes: [{ type: "principal.insert", principal: anAgent({ workspace, name: "scout" }) }],
      events: [],
    });
    const done = await under.outcomes([insert("default"), insert("default"), insert(OTHER)]);
    expect(done).toEqual(["committed", "conflict", "committed"]);
  });

  test("a key is revoked once", async () => {
    const agent = anAgent();
    const id = anId("key");
    const key = { id, workspace: "default", principal: agent.id, scopes: [], createdAt: AT };
    const revoke: Change = {
      workspace: "default",
      writes: [{ type: "key.revoke", id, revokedAt: AT }],
      events: [],
    };
    const make: Change = {
      workspace: "default",
      writes: [
        { type: "principal.insert", principal: agent },
        { type: "key.insert", key, secretHash: "h" },
      ],
      events: [],
    };
    expect(await under.outcomes([make, revoke, revoke])).toEqual([
      "committed",
      "committed",
      "conflict",
    ]);
    expect(await under.store.listKeys("default")).toEqual([
      { key: { ...key, revokedAt: AT }, principal: agent },
    ]);
    expect(await under.store.listKeys(OTHER)).toEqual([]);
  });

  test("an empty batch is committed, and a store that works says so", async () => {
    expect(await under.store.commit([])).toEqual([]);
    await expect(under.store.check()).resolves.toBeUndefined();
    expect(under.store.isOpen()).toBe(true);
  });

  test("a closed store refuses with SHUTTING_DOWN", async () => {
    await under.store.close();
    expect(under.store.isOpen()).toBe(false);
    await expect(under.store.commit([])).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
    await expect(under.store.findRequest("default", anId("req"))).rejects.toMatchObject({
      code: "SHUTTING_DOWN",
    });
  });
}
