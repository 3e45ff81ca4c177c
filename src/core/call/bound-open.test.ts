import { expect, test } from "vitest";
import { NOTICE_AGENT, OWN_AGENTS } from "../../domain/people/own-agents.ts";
import type { Change } from "../../ports/store/store.ts";
import { anOpenRequest, asking } from "../../testing/builders.ts";
import { boundOpen } from "./bound-open.ts";

const AGENT = "prn_01kdvdna000000000000000001";

/** A store in which every agent has so many requests open. */
function bounded({ open, maxOpen }: { readonly open: number; readonly maxOpen: number }) {
  const taken: Change[] = [];
  const commit = boundOpen(
    async (change) => {
      taken.push(change);
      return { outcome: "committed", events: [] };
    },
    { maxOpen, store: { countOpen: async () => open, findOnce: async () => undefined } },
  );
  return { taken, commit };
}

test("an agent that has as many open as it may opens no more", async () => {
  const { taken, commit } = bounded({ open: 3, maxOpen: 3 });
  await expect(commit(asking(anOpenRequest()))).rejects.toMatchObject({ code: "QUEUE_FULL" });
  expect(taken).toEqual([]);
});

test.each(OWN_AGENTS)("what the server asks as %s has no bound", async (agentName) => {
  const { taken, commit } = bounded({ open: 3, maxOpen: 3 });
  await commit(asking(anOpenRequest({ agentName })));
  expect(taken).toHaveLength(1);
});

test("what an agent asks is bound also where owners are told beside it", async () => {
  const { commit } = bounded({ open: 3, maxOpen: 3 });
  const notice = asking(anOpenRequest({ agentName: NOTICE_AGENT }));
  const writes = [...notice.writes, ...asking(anOpenRequest()).writes];
  await expect(commit({ workspace: "default", writes, events: [] })).rejects.toMatchObject({
    code: "QUEUE_FULL",
  });
});

test("what one agent asks at once is counted once, and stays within the bound", async () => {
  let counts = 0;
  const commit = boundOpen(async () => ({ outcome: "committed", events: [] }), {
    maxOpen: 10,
    store: {
      async countOpen() {
        counts += 1;
        return 7;
      },
      findOnce: async () => undefined,
    },
  });
  const asked = await Promise.allSettled(
    Array.from({ length: 5 }, () => commit(asking(anOpenRequest({ agent: AGENT })))),
  );
  expect(asked.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  expect(counts).toBe(1);
});

test("a count is trusted until an eighth of the room is taken", async () => {
  let counts = 0;
  const store = {
    async countOpen() {
      counts += 1;
      return 0;
    },
    findOnce: async () => undefined,
  };
  const commit = boundOpen(async () => ({ outcome: "committed", events: [] }), {
    maxOpen: 800,
    store,
  });
  const ask = () => commit(asking(anOpenRequest({ agent: AGENT })));
  for (let asked = 0; asked < 100; asked += 1) await ask();
  expect(counts).toBe(1);
  await ask();
  expect(counts).toBe(2);
});
