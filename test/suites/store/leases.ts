import { expect, test } from "vitest";
import type { Lease } from "../../../src/ports/store/lease.ts";
import type { Change } from "../../../src/ports/store/store.ts";
import { anOpenRequest, answeredWith, asking } from "../../../src/testing/builders.ts";
import { AT, type StoreUnderTest } from "./store-under-test.ts";

const LONG = 600_000;
/** Over before anybody can ask for it. */
const OVER = 0;

export function leaseFacts(under: StoreUnderTest): void {
  const take = (holder: string, ms = LONG, name = "job") =>
    under.store.takeLease({ name, holder, ms });

  async function taken(holder: string, ms = LONG): Promise<Lease> {
    const lease = await take(holder, ms);
    if (lease === undefined) throw new Error(`The lease is held by somebody else than ${holder}`);
    return lease;
  }

  function as({ name, epoch }: Pick<Lease, "name" | "epoch">): Change {
    const { workspace, writes, events } = asking(anOpenRequest());
    return { workspace, writes: [{ type: "lease.holds", name, epoch }, ...writes], events };
  }

  test("a lease has one holder, who renews it in the same epoch", async () => {
    const first = await taken("a");
    expect(first).toMatchObject({ name: "job", holder: "a" });
    expect(await take("b")).toBeUndefined();
    const renewed = await taken("a", 2 * LONG);
    expect(renewed.epoch).toBe(first.epoch);
    expect(Date.parse(renewed.until)).toBeGreaterThan(Date.parse(first.until));
    expect(await under.store.listLeases()).toEqual([renewed]);
  });

  test("of many who take it at once one has it", async () => {
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, index) => take(`holder ${index}`)),
    );
    expect(all.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  test("when its time is over another may take it, in a higher epoch", async () => {
    const first = await taken("a", OVER);
    expect(await under.store.listLeases()).toEqual([]);
    const second = await taken("b");
    expect(second.epoch).toBeGreaterThan(first.epoch);
    expect(await take("a")).toBeUndefined();
  });

  test("one who comes back after its time gets a higher epoch as well", async () => {
    const first = await taken("a", OVER);
    expect((await taken("a")).epoch).toBeGreaterThan(first.epoch);
  });

  test("given back it is free at once, and its epoch does not come again", async () => {
    const first = await taken("a");
    await under.store.releaseLease(first);
    expect(await under.store.listLeases()).toEqual([]);
    const second = await taken("b");
    expect(second.epoch).toBeGreaterThan(first.epoch);
  });

  test("who holds it no more cannot give it back", async () => {
    const first = await taken("a", OVER);
    const second = await taken("b");
    await under.store.releaseLease(first);
    await under.store.releaseLease({ ...second, holder: "a" });
    await under.store.releaseLease({ ...second, epoch: first.epoch });
    expect(await under.store.listLeases()).toEqual([second]);
  });

  test("leases of other names are other leases, listed by name", async () => {
    await take("a", LONG, "turn:b");
    await take("b", LONG, "turn:a");
    await take("c", LONG, "job");
    const names = async (prefix?: string) =>
      (await under.store.listLeases(prefix)).map(({ name }) => name);
    expect(await names()).toEqual(["job", "turn:a", "turn:b"]);
    expect(await names("turn:")).toEqual(["turn:a", "turn:b"]);
    expect(await names("turn_")).toEqual([]);
  });

  test("epochs go on over a new start", async () => {
    const first = await taken("a", OVER);
    await under.reopen();
    expect((await taken("b")).epoch).toBeGreaterThan(first.epoch);
  });

  test("a change is written while the lease it names is held, in no other epoch", async () => {
    const lease = await taken("a");
    const former = { ...lease, epoch: lease.epoch - 1 };
    const later = { ...lease, epoch: lease.epoch + 1 };
    const other = { ...lease, name: "another job" };
    const changes = [as(former), as(lease), as(later), as(other), asking(anOpenRequest())];
    expect(await under.outcomes(changes)).toEqual([
      "conflict",
      "committed",
      "conflict",
      "conflict",
      "committed",
    ]);
    expect(await under.events()).toHaveLength(3);
  });

  test("a holder whose time is over changes nothing", async () => {
    const lease = await taken("a", OVER);
    const before = await under.events();
    expect(await under.outcomes([as(lease)])).toEqual(["conflict"]);
    expect(await under.events()).toEqual(before);
  });

  test("a former holder changes nothing, the new one does", async () => {
    const former = await taken("a", OVER);
    const now = await taken("b");
    expect(await under.outcomes([as(former), as(now)])).toEqual(["conflict", "committed"]);
    await under.store.releaseLease(now);
    expect(await under.outcomes([as(now)])).toEqual(["conflict"]);
  });

  test("what is written under a lease is refused whole with it, also behind other conditions", async () => {
    const lease = await taken("a");
    const request = anOpenRequest();
    await under.store.commit([asking(request)]);
    const update = { type: "request.update", request: answeredWith(request, "x") } as const;
    const gone = { type: "lease.holds", name: lease.name, epoch: lease.epoch + 1 } as const;
    const event = { type: "request.answered", at: AT, subject: request.id } as const;
    const change: Change = { workspace: "default", writes: [update, gone], events: [event] };
    expect(await under.outcomes([change, as(lease)])).toEqual(["conflict", "committed"]);
    expect(await under.store.findRequest("default", request.id)).toEqual(request);
  });
}
