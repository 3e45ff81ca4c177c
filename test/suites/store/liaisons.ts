import { expect, test } from "vitest";
import type { ConversationId } from "../../../src/domain/id.ts";
import type { Graph } from "../../../src/domain/liaison/graph.ts";
import type { Liaison } from "../../../src/domain/liaison/liaison.ts";
import { erasedLiaison } from "../../../src/domain/liaison/liaison-erased.ts";
import type { LiaisonQuery } from "../../../src/ports/store/liaison-store.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anId } from "../../../src/testing/builders.ts";
import { aLiaison, aToldLiaison } from "../../../src/testing/liaison-values.ts";
import { change, elsewhere, minute } from "./outbox.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const insert = (liaison: Liaison): Write => ({ type: "liaison.insert", liaison });
const put = (liaison: Liaison): Write => ({ type: "liaison.put", liaison });
const next = (liaison: Liaison, over: Partial<Liaison>): Liaison => ({
  ...liaison,
  ...over,
  version: liaison.version + 1,
});

/** Conversations of the liaison, on whatever engine. */
export function liaisonFacts(under: StoreUnderTest): void {
  test("a conversation of the liaison comes back as it was written, and is of its workspace only", async () => {
    const told = aToldLiaison({
      id: anId("cnv"),
      title: "Wer \u0000 fragt? 🦉 \ud800",
      version: 1,
    });
    await under.store.commit([change(insert(told))]);
    await under.reopen();
    expect(await under.store.findLiaison("default", told.id)).toEqual(told);
    expect(await under.store.findLiaison(OTHER, told.id)).toBeUndefined();
  });

  test("one that is there is not begun again, and takes no other change with it", async () => {
    const liaison = aLiaison();
    const bystander = aLiaison();
    const twice = insert({ ...liaison, title: "Another" });
    expect(
      await under.outcomes([
        change(insert(liaison)),
        change(insert(bystander)),
        change(twice),
        change(put(next(bystander, { turnsAsked: 1 }))),
      ]),
    ).toEqual(["committed", "committed", "conflict", "committed"]);
    expect(
      await under.outcomes([change(twice), change(put(next(liaison, { turnsAsked: 4 })))]),
    ).toEqual(["conflict", "committed"]);
    expect(await under.store.findLiaison("default", liaison.id)).toMatchObject({
      title: "A dashboard",
      turnsAsked: 4,
    });
  });

  test("of two changes to one version of a conversation the first applies", async () => {
    const liaison = aLiaison();
    await under.store.commit([change(insert(liaison))]);
    const [first, second] = [next(liaison, { turnsAsked: 1 }), next(liaison, { turnsAsked: 2 })];
    expect(
      await under.outcomes([elsewhere(put(first)), change(put(first)), change(put(second))]),
    ).toEqual(["conflict", "committed", "conflict"]);
    expect(await under.store.findLiaison("default", liaison.id)).toEqual(first);
  });

  test("conversations are listed a page at a time, by person, worker and phase", async () => {
    const [person, agent] = [anId("prn"), anId("prn")];
    const worker = { agent, name: "painter" };
    const all = [
      aLiaison({ person }),
      aLiaison({ person, worker }),
      aLiaison({ person, worker, phase: "completed" }),
    ];
    const strangers = aLiaison({ worker: { agent: anId("prn"), name: "other" } });
    await under.store.commit([...all, strangers].map((liaison) => change(insert(liaison))));
    const ids = all.map(({ id }) => id);
    const list = async (over: Partial<LiaisonQuery>): Promise<readonly ConversationId[]> => {
      const query = { workspace: "default", order: "oldest", limit: 10, ...over } as const;
      return (await under.store.listLiaisons(query)).map(({ id }) => id);
    };
    const of = { person };
    const firstId = ids[0] ?? "cnv_";
    expect(await list(of)).toEqual(ids);
    expect(await list({ ...of, limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await list({ ...of, after: firstId })).toEqual(ids.slice(1));
    expect(await list({ ...of, order: "newest" })).toEqual(ids.toReversed());
    expect(await list({ ...of, order: "newest", after: ids[2] ?? firstId, limit: 1 })).toEqual([
      ids[1],
    ]);
    expect(await list({ worker: agent })).toEqual(ids.slice(1));
    expect(await list({ worker: agent, phase: "completed" })).toEqual(ids.slice(2));
    expect(await list({ ...of, phase: "problem_definition" })).toEqual(ids.slice(0, 2));
    const free = aLiaison({ person, phase: "awaiting_task_completion" });
    await under.store.commit([change(insert(free))]);
    expect(await list({ ...of, openTo: agent })).toEqual([...ids.slice(1), free.id]);
    expect(await list({ ...of, openTo: anId("prn") })).toEqual([free.id]);
    expect(await list({ ...of, workspace: OTHER })).toEqual([]);
  });

  test("conversations that are owed a turn are due in their order, over all workspaces", async () => {
    const [one, two] = [
      aLiaison({ dueAt: minute(-2) }),
      aLiaison({ dueAt: minute(-3), workspace: OTHER }),
    ];
    const [later, done] = [aLiaison({ dueAt: minute(60) }), aLiaison()];
    await under.store.commit([
      change(insert(one)),
      elsewhere(insert(two)),
      change(insert(later)),
      change(insert(done)),
    ]);
    const all = [one, two, later, done].map(({ id }) => id);
    const due = (await under.store.dueLiaisons(AT, 1_000)).map(({ id }) => id);
    expect(due.filter((id) => all.includes(id))).toEqual([two.id, one.id]);
    expect(await under.store.dueLiaisons(AT, 1)).toHaveLength(1);
    expect(await under.store.nextLiaison()).toBe(minute(-3));
    const { dueAt: _, ...replied } = two;
    await under.store.commit([elsewhere(put(next(replied, { replied: 1 })))]);
    expect(await under.store.nextLiaison()).toBe(minute(-2));
  });

  test("a conversation that was erased holds no word of what was said", async () => {
    const told = aToldLiaison({ id: anId("cnv"), version: 1 });
    const erased = erasedLiaison(told, minute(1));
    await under.store.commit([change(insert(told))]);
    expect(await under.outcomes([change(put(erased)), change(put(erased))])).toEqual([
      "committed",
      "conflict",
    ]);
    expect(await under.store.findLiaison("default", told.id)).toEqual(erased);
  });

  test("a graph goes into the change it comes of, whole or not at all", async () => {
    const liaison = aLiaison();
    await under.store.commit([change(insert(liaison))]);
    const node = {
      id: anId("msg"),
      kind: "exchange",
      conversation: liaison.id,
      props: {},
    } as const;
    const graph: Graph = { nodes: [node, node], edges: [] };
    const of = { liaison: next(liaison, {}), graph };
    const writes: readonly Write[] = [put(of.liaison), { type: "graph.put", graph }];
    expect(await under.outcomes([change(...writes), change(...writes)])).toEqual([
      "committed",
      "conflict",
    ]);
    expect(
      await under.outcomes([change({ type: "graph.drop", conversation: liaison.id })]),
    ).toEqual(["committed"]);
  });

  test("a conversation is due to be erased so long after it was completed, and is due once", async () => {
    const [old, before, late] = [minute(60), minute(90), minute(120)];
    const done = aLiaison({ phase: "completed", updatedAt: old });
    const recent = aLiaison({ phase: "completed", updatedAt: late });
    const going = aLiaison({ phase: "feedback_collection", updatedAt: old });
    const last = aLiaison({ phase: "completed", updatedAt: old });
    const gone = erasedLiaison(aLiaison({ phase: "completed", updatedAt: old }), before);
    const all = [done, recent, going, gone, last];
    await under.store.commit(all.map((liaison) => change(insert({ ...liaison, version: 1 }))));
    const dueBy = async (limit: number) => {
      const due: unknown[] = [];
      for (let after: readonly (string | number)[] | undefined = [""]; after !== undefined; ) {
        const page = await under.store.retentionPage({
          workspace: "default",
          kind: "liaisons",
          limit,
          after,
          before,
          now: before,
        });
        due.push(...page.due.map(([id]) => id));
        after = page.next;
      }
      return due.filter((id) => all.some((liaison) => liaison.id === id));
    };
    for (const limit of [100, 2]) expect(await dueBy(limit)).toEqual([done.id, last.id]);
  });
}
