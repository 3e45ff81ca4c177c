import { expect, test } from "vitest";
import type { RequestId } from "../../../src/domain/id.ts";
import { present } from "../../../src/domain/present.ts";
import type { OpenQuestion } from "../../../src/domain/requests/request.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anOpenRequest, answeredWith } from "../../../src/testing/builders.ts";
import { change, elsewhere } from "./outbox.ts";
import { OTHER, type StoreUnderTest } from "./store-under-test.ts";

export function riderFacts(under: StoreUnderTest): void {
  const ask = (request: OpenQuestion, likeness?: string): Write => ({
    type: "request.insert",
    request,
    ...present({ likeness }),
  });
  const ride = (leader: RequestId, request: RequestId): Write => ({
    type: "rider.put",
    leader,
    request,
  });
  const close = (request: OpenQuestion): Write => ({
    type: "request.update",
    request: answeredWith(request, "yes"),
  });

  test("a request rides with one that is open, and with none that is closed or elsewhere", async () => {
    const [leader, closed, one, two] = [0, 1, 2, 3].map(() => anOpenRequest());
    if (!(leader && closed && one && two)) throw new Error("There are four.");
    await under.store.commit([change(ask(leader), ask(closed)), change(close(closed))]);
    expect(
      await under.outcomes([
        change(ask(one), ride(leader.id, one.id)),
        change(ask(two), ride(closed.id, two.id)),
        elsewhere(ride(leader.id, one.id)),
        change(ask(two), ride(leader.id, two.id)),
      ]),
    ).toEqual(["committed", "conflict", "conflict", "committed"]);
    await under.reopen();
    expect(await under.store.ridersOf("default", leader.id)).toEqual([one.id, two.id]);
    expect(await under.store.ridersOf(OTHER, leader.id)).toEqual([]);
    expect(await under.store.leaderOf("default", one.id)).toBe(leader.id);
    expect(await under.store.leaderOf(OTHER, one.id)).toBeUndefined();
    const leave: Write = { type: "rider.remove", request: one.id };
    expect(await under.outcomes([elsewhere(leave), change(leave), change(leave)])).toEqual([
      "committed",
      "committed",
      "committed",
    ]);
    expect(await under.store.ridersOf("default", leader.id)).toEqual([two.id]);
  });

  test("riders of all workspaces are found once their leader has closed", async () => {
    const [leader, rider] = [anOpenRequest(), anOpenRequest()];
    const [abroad, guest] = [
      anOpenRequest({ workspace: OTHER }),
      anOpenRequest({ workspace: OTHER }),
    ];
    await under.store.commit([
      change(ask(leader), ask(rider)),
      elsewhere(ask(abroad), ask(guest)),
      change(ride(leader.id, rider.id)),
      elsewhere(ride(abroad.id, guest.id)),
    ]);
    expect(await under.store.stoppedRiders(10)).toEqual([]);
    await under.store.commit([elsewhere(close(abroad))]);
    const stopped = { workspace: OTHER, leader: abroad.id, request: guest.id };
    expect(await under.store.stoppedRiders(10)).toEqual([stopped]);
    await under.store.commit([change(close(leader))]);
    expect(await under.store.stoppedRiders(10)).toHaveLength(2);
    expect(await under.store.stoppedRiders(1)).toHaveLength(1);
    await under.store.commit([
      change({ type: "rider.remove", request: rider.id }),
      elsewhere({ type: "rider.remove", request: guest.id }),
    ]);
    expect(await under.store.stoppedRiders(10)).toEqual([]);
  });

  test("who asks behind a request is named with it, until one of them closes in another way", async () => {
    const [leader, rider, other, alone] = [0, 1, 2, 3].map(() => anOpenRequest());
    if (!(leader && rider && other && alone)) throw new Error("There are four.");
    await under.store.commit([
      change(...[leader, rider, other, alone].map((one) => ask(one))),
      change(ride(leader.id, rider.id), ride(leader.id, other.id), ride(leader.id, alone.id)),
      // Taken out: it leads itself.
      change(ride(alone.id, alone.id)),
    ]);
    const names = async () =>
      (await under.store.askersBehind("default", [leader.id, alone.id])).map(
        ({ leader: of, asker }) => [of, asker.id],
      );
    const folded = async () => {
      const query = { workspace: "default", order: "oldest", limit: 10, folded: true } as const;
      return (await under.store.listRequests(query)).map(({ id }) => id);
    };
    expect(await names()).toEqual([
      [leader.id, rider.id],
      [leader.id, other.id],
    ]);
    expect(await folded()).toEqual([leader.id, alone.id]);
    expect(await under.store.askersBehind(OTHER, [leader.id])).toEqual([]);
    expect(await under.store.ridersOf("default", alone.id)).toEqual([]);
    expect(await under.store.leaderOf("default", alone.id)).toBeUndefined();
    const answered = answeredWith(leader, "yes");
    const { answer, closedBy } = answered;
    const alike: Write = {
      type: "request.update",
      request: { ...answeredWith(rider, "yes"), answer, closedBy },
    };
    await under.store.commit([
      change(alike),
      change({ type: "request.update", request: { ...answeredWith(other, "no"), closedBy } }),
      change({ type: "request.update", request: answered }),
    ]);
    expect(await names()).toEqual([[leader.id, rider.id]]);
    expect(await folded()).toEqual([leader.id, other.id, alone.id]);
  });

  test("of two that close a leader and ride with it, the second one loses", async () => {
    const [leader, rider] = [anOpenRequest(), anOpenRequest()];
    await under.store.commit([change(ask(leader))]);
    expect(
      await under.outcomes([change(close(leader)), change(ask(rider), ride(leader.id, rider.id))]),
    ).toEqual(["committed", "conflict"]);
    expect(await under.store.findRequest("default", rider.id)).toBeUndefined();
  });

  test("an open question is found by its likeness, in its own workspace", async () => {
    const [first, second, plain] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
    await under.store.commit([change(ask(first, "a")), change(ask(second, "a"), ask(plain))]);
    const again = await under.reopen();
    expect(await again.openLike("default", "a")).toBe(first.id);
    expect(await again.openLike("default", "b")).toBeUndefined();
    expect(await again.openLike(OTHER, "a")).toBeUndefined();
    expect(await again.findRequest("default", first.id)).toEqual(first);
    await again.commit([change(close(first))]);
    expect(await again.openLike("default", "a")).toBe(second.id);
    await again.commit([change(close(second))]);
    expect(await again.openLike("default", "a")).toBeUndefined();
  });

  test("one that rides, or was taken out, is not found by its likeness", async () => {
    const [leader, rider, alone] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
    await under.store.commit([
      change(ask(leader), ask(rider, "a"), ask(alone, "a")),
      change(ride(leader.id, rider.id), ride(alone.id, alone.id)),
    ]);
    expect(await under.store.openLike("default", "a")).toBeUndefined();
  });
}
