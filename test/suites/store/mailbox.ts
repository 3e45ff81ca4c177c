import { expect, test } from "vitest";
import type { PrincipalId } from "../../../src/domain/id.ts";
import type { MailboxEntry, MailboxRef } from "../../../src/domain/requests/mailbox.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anId, anOpenRequest, asking } from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const AGENT = anId("prn");

export function mailboxFacts(under: StoreUnderTest): void {
  const write = (...writes: readonly Write[]) => ({ workspace: "default", writes, events: [] });
  const put = (entry: MailboxEntry) => ({
    ...write({ type: "mailbox.put", entry }),
    workspace: entry.workspace,
  });
  const anEntry = (over: Partial<MailboxEntry> = {}): MailboxEntry => ({
    workspace: "default",
    agent: AGENT,
    item: anId("req"),
    ...over,
  });
  const refOf = ({ workspace, agent, item }: MailboxEntry): MailboxRef => ({
    workspace,
    agent,
    item,
  });
  const find = (digest: string, agent: PrincipalId = AGENT, workspace = "default") =>
    under.store.findMailboxItem({ workspace, agent, digest });
  const list = (limit = 10) =>
    under.store.listMailbox({ workspace: "default", agent: AGENT, order: "oldest", limit });

  test("a digest is in the mailbox of an agent once, also within one batch", async () => {
    const [one, two] = [anEntry({ digest: "d" }), anEntry({ digest: "d" })];
    const others = [
      anEntry({ digest: "e" }),
      anEntry({ digest: "d", agent: anId("prn") }),
      anEntry({ digest: "d", workspace: OTHER }),
      anEntry(),
      anEntry(),
    ];
    expect(await under.outcomes([put(one), put(two), put(one), ...others.map(put)])).toEqual([
      "committed",
      "conflict",
      "conflict",
      ...others.map(() => "committed"),
    ]);
    expect(await find("d")).toBe(one.item);
    await under.reopen();
    expect(await under.outcomes([put(two)])).toEqual(["conflict"]);
    expect(await find("d")).toBe(one.item);
    expect(await find("d", AGENT, OTHER)).toBe(others[2]?.item);
    expect(await find("d", anId("prn"))).toBeUndefined();
  });

  test("a change that meets a digest leaves nothing of its request", async () => {
    const [first, second] = [anOpenRequest({ agent: AGENT }), anOpenRequest({ agent: AGENT })];
    const changes = [first, second].map((request) =>
      asking(request, {
        writes: [
          { type: "request.insert", request },
          { type: "mailbox.put", entry: anEntry({ item: request.id, digest: "d" }) },
        ],
      }),
    );
    expect(await under.outcomes(changes)).toEqual(["committed", "conflict"]);
    expect(await under.store.findRequest("default", second.id)).toBeUndefined();
    expect(await find("d")).toBe(first.id);
  });

  test("a digest goes over to another item, from the one that has it", async () => {
    const [one, two, three] = [anEntry({ digest: "d" }), anEntry(), anEntry()];
    await under.outcomes([put(one)]);
    const take = (from: MailboxEntry, to: MailboxEntry) =>
      write(
        { type: "mailbox.release", ref: refOf(from), digest: "d" },
        { type: "mailbox.put", entry: { ...to, digest: "d" } },
      );
    expect(await under.outcomes([take(one, two), take(one, three)])).toEqual([
      "committed",
      "conflict",
    ]);
    expect(await find("d")).toBe(two.item);
    await under.store.commit([
      write({ type: "mailbox.ready", ref: refOf(one), readyAt: AT }),
      write({ type: "mailbox.ready", ref: refOf(three), readyAt: AT }),
    ]);
    expect(await list()).toEqual({ items: [one.item], count: 1 });
  });

  test("what is ready is listed, the longest ready first, and counted", async () => {
    const entries = [3, 1, 2].map((minute) =>
      anEntry({ readyAt: toTimestamp(Date.parse(AT) + minute * 60_000) }),
    );
    const waiting = anEntry();
    await under.store.commit([...entries, waiting].map(put));
    const [third, first, second] = entries.map(({ item }) => item);
    expect(await list()).toEqual({ items: [first, second, third], count: 3 });
    expect(await list(2)).toEqual({ items: [first, second], count: 3 });
    await under.reopen();
    const agent = { workspace: "default", agent: AGENT };
    const items = [...entries, waiting].map(({ item }) => item);
    expect(await under.store.readyItems(agent, items)).toEqual([third, first, second]);
    expect(await under.store.readyItems({ ...agent, workspace: OTHER }, items)).toEqual([]);
  });

  test("an item is acknowledged once, and not before it is ready", async () => {
    const [ready, waiting] = [anEntry({ readyAt: AT }), anEntry()];
    await under.store.commit([put(ready), put(waiting)]);
    const acknowledge = (...entries: readonly MailboxEntry[]) =>
      write(
        ...entries.map((entry) => ({ type: "mailbox.acknowledge", ref: refOf(entry) }) as const),
      );
    expect(
      await under.outcomes([
        acknowledge(ready, waiting),
        acknowledge(ready),
        acknowledge(ready),
        write({ type: "mailbox.remove", ref: refOf(waiting) }),
        write({ type: "mailbox.ready", ref: refOf(waiting), readyAt: AT }),
      ]),
    ).toEqual(["conflict", "committed", "conflict", "committed", "committed"]);
    expect(await list()).toEqual({ items: [], count: 0 });
  });
}
