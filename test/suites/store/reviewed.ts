import { expect, test } from "vitest";
import { present } from "../../../src/domain/present.ts";
import type { Request } from "../../../src/domain/requests/request.ts";
import {
  anActor,
  anId,
  anOpenAuthorization,
  anOpenRequest,
  asking,
} from "../../../src/testing/builders.ts";
import { change, minute } from "./outbox.ts";
import { AT, type StoreUnderTest } from "./store-under-test.ts";

/** Requests that a review has closed, on whatever engine. */
export function reviewedFacts(under: StoreUnderTest): void {
  const closed = { closedAt: minute(1), version: 2 } as const;
  const abandoned = { status: "abandoned", ...closed } as const;
  const assumed = { status: "assumed", assumption: "The blue one.", ...closed } as const;
  const question = () => anOpenRequest({ agent: anId("prn") });

  test("what a review has abandoned or assumed comes back as it was, also after a new start", async () => {
    const requests = [...Array.from({ length: 4 }, question), anOpenAuthorization()];
    const reviewed: readonly Request[] = requests.map((request, index) => {
      const by = index % 2 === 0 ? { closedBy: anActor() } : {};
      if (request.kind === "authorization") return { ...request, ...abandoned, ...by };
      if (index < 2) return { ...request, ...assumed, ...by };
      return {
        ...request,
        ...abandoned,
        ...by,
        ...present({ reason: index === 2 ? "Stale." : undefined }),
      };
    });
    await under.store.commit(requests.map((request) => asking(request)));
    expect(
      await under.outcomes(
        [...reviewed, ...reviewed].map((request) => change({ type: "request.update", request })),
      ),
    ).toEqual([...reviewed.map(() => "committed"), ...reviewed.map(() => "conflict")]);
    await under.reopen();
    for (const request of reviewed)
      expect(await under.store.findRequest("default", request.id)).toEqual(request);
  });

  test("what a review has closed stands among what is closed, and needs nobody", async () => {
    const [open, left, taken] = [question(), question(), question()];
    await under.store.commit([open, left, taken].map((request) => asking(request)));
    await under.store.commit([
      change({ type: "request.update", request: { ...left, ...abandoned } }),
      change({ type: "request.update", request: { ...taken, ...assumed } }),
    ]);
    const operator = { id: anId("prn"), name: "ana", role: "owner" } as const;
    const by = { workspace: "default", operator, now: AT, limit: 100 } as const;
    const ids = async (split: "needs_me" | "done") =>
      (await under.store.listInbox({ ...by, split })).map(({ id }) => id);
    const needed = await ids("needs_me");
    expect(needed).toContain(open.id);
    expect(needed).not.toContain(left.id);
    expect(needed).not.toContain(taken.id);
    expect(await ids("done")).toEqual(expect.arrayContaining([left.id, taken.id]));
  });
}
