import { expect, test } from "vitest";
import { NOTICE_AGENT, OWN_AGENTS } from "../../domain/people/own-agents.ts";
import type { Change } from "../../ports/store/store.ts";
import { anOpenRequest, asking } from "../../testing/builders.ts";
import { boundOpen } from "./bound-open.ts";

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
