import { expect, test } from "vitest";
import { createChainCheck } from "../../../src/domain/log/chain-check.ts";
import type { Store } from "../../../src/ports/store/store.ts";
import { logHashes } from "../../../src/store/events/hash-chain.ts";
import { anOpenRequest, answeredWith, answering, asking } from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

export function logFacts(under: StoreUnderTest): void {
  test("each workspace has a log of its own without gaps, and its chain holds", async () => {
    for (let batch = 0; batch < 3; batch++) {
      await under.store.commit([
        asking(anOpenRequest()),
        answering(answeredWith(anOpenRequest(), "to nothing")),
        asking(anOpenRequest({ workspace: OTHER })),
        asking(anOpenRequest()),
      ]);
    }
    await under.reopen();
    await under.store.commit([asking(anOpenRequest())]);
    for (const [workspace, count] of [
      ["default", 8],
      [OTHER, 4],
    ] as const) {
      const log = await under.store.readLog({ workspace, after: 0, limit: 100 });
      const check = createChainCheck(logHashes);
      check.add(log);
      expect(check.report()).toMatchObject({ intact: true, events: count });
      const head = await under.store.head(workspace);
      expect(head.seq).toBe(count);
      expect(Buffer.from(head.hash)).toEqual(Buffer.from(log.at(-1)?.hash ?? []));
      expect(log.every(({ event }) => event.workspace === workspace)).toBe(true);
    }
  });

  test("events are read behind a number, in order, and by what they are about", async () => {
    const request = anOpenRequest();
    await under.store.commit([
      asking(request),
      asking(anOpenRequest()),
      answering(answeredWith(request, "x")),
    ]);
    const scope = { workspace: "default", limit: 2 };
    const seqs = async (query: Parameters<Store["readEvents"]>[0]) =>
      (await under.store.readEvents(query)).map(({ seq }) => seq);
    expect(await seqs({ ...scope, after: 0 })).toEqual([1, 2]);
    expect(await seqs({ ...scope, after: 2 })).toEqual([3, 4]);
    expect(await seqs({ ...scope, after: 4 })).toEqual([]);
    expect(await seqs({ ...scope, after: 0, subject: request.id })).toEqual([2, 4]);
  });

  test("what is said of something is found however long the log is, also after a new start", async () => {
    const requests = Array.from({ length: 150 }, (_, index) =>
      anOpenRequest(index % 5 === 0 ? { workspace: OTHER } : {}),
    );
    const [first, last] = [requests.slice(0, 100), requests.slice(100)];
    await under.store.commit(first.map((request) => asking(request)));
    const answers = first.map((request) => answering(answeredWith(request, "x")));
    for (const answer of answers) await under.store.commit([answer]);
    await under.reopen();
    await under.store.commit([
      ...last.map((request) => asking(request)),
      {
        workspace: "default",
        writes: [],
        events: [{ type: "message.created", at: AT, subject: first[1]?.id ?? "" }],
      },
    ]);
    for (const workspace of ["default", OTHER]) {
      const log = await under.store.readEvents({ workspace, after: 0, limit: 1000 });
      const bySubject = Map.groupBy(log, ({ subject }) => subject);
      // With the event that made the workspace.
      expect(bySubject.size).toBe(workspace === OTHER ? 31 : 121);
      for (const [subject, events] of bySubject) {
        const query = { workspace, subject, limit: 10 };
        expect(await under.store.readEvents({ ...query, after: 0 })).toEqual(events);
        const behind = await under.store.readEvents({ ...query, after: events[0]?.seq ?? 0 });
        expect(behind).toEqual(events.slice(1));
      }
    }
  });
}
