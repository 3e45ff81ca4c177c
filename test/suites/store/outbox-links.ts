import { expect, test } from "vitest";
import type { Attention, Link } from "../../../src/domain/hub/link.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anId } from "../../../src/testing/builders.ts";
import { change, elsewhere } from "./outbox.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const [ANA, BEN] = [anId("prn"), anId("prn")];

function aLink(over: Partial<Link> = {}): Link {
  const id = anId("lnk");
  return {
    id,
    workspace: "default",
    channel: "slack",
    chatId: `D ${id}`,
    operator: ANA,
    account: `U ${id}`,
    name: "ana",
    rank: 0,
    createdAt: AT,
    createdBy: ANA,
    ...over,
  };
}

function aChat(over: Partial<Link> = {}): Link {
  const { operator: _operator, account: _account, ...rest } = aLink();
  return { ...rest, chatId: "C1", ...over };
}

const LATER = "2026-01-01T00:00:09.000Z";

export function linkFacts(under: StoreUnderTest): void {
  const insert = (link: Link): Write => ({ type: "link.insert", link });

  test("links are read back by rank, those of each workspace apart", async () => {
    const last = aLink({ rank: 2, threadId: "7" });
    const first = aChat({ rank: 0 });
    const second = aLink({ rank: 1 });
    const twin = aChat({ workspace: OTHER });
    await under.store.commit([
      ...[last, first, second].map((link) => change(insert(link))),
      elsewhere(insert(twin)),
    ]);
    const again = await under.reopen();
    expect(await again.listLinks("default")).toEqual([first, second, last]);
    expect(await again.listLinks(OTHER)).toEqual([twin]);
    expect(await again.findLink("default", last.id)).toEqual(last);
    expect(await again.findLink(OTHER, last.id)).toBeUndefined();
  });

  test("until when a chat was heard is kept for all its links, and never goes back", async () => {
    const [own, shared, far] = [aLink({ chatId: "C1" }), aChat(), aChat({ chatId: "C2" })];
    const hear = (at: string): Write => {
      return { type: "link.heard", channel: own.channel, chatId: "C1", at };
    };
    const linked = [own, { ...shared, heardAt: AT }, far].map((link) => change(insert(link)));
    await under.store.commit(linked);
    await under.store.commit([change(hear(LATER)), change(hear(AT)), elsewhere(hear(AT))]);
    const again = await under.reopen();
    const heardOf = async ({ id }: Link) => (await again.findLink("default", id))?.heardAt;
    expect(await heardOf(own)).toBe(LATER);
    expect(await heardOf(shared)).toBe(LATER);
    expect(await heardOf(far)).toBeUndefined();
  });

  test("a channel of any kind has its links, apart from those of others", async () => {
    const kinds = ["ntfy", "my-chat_2", "x".repeat(32), "slack"];
    const all = kinds.map((channel) => aLink({ channel, chatId: "C1", account: "U1" }));
    await under.store.commit(all.map((link) => change(insert(link))));
    const again = await under.reopen();
    for (const link of all) {
      expect(await again.linkOfAccount(link.channel, "U1")).toEqual(link);
    }
  });

  test("an account is linked once, in whichever workspace, and found by itself", async () => {
    const link = aLink({ account: "U1" });
    const same = aLink({ account: "U1", operator: BEN });
    const abroad = aLink({ account: "U1", workspace: OTHER, operator: BEN });
    const telegram = aLink({ account: "U1", channel: "telegram" });
    expect(
      await under.outcomes([
        change(insert(link)),
        change(insert(same)),
        elsewhere(insert(abroad)),
        change(insert(telegram)),
      ]),
    ).toEqual(["committed", "conflict", "conflict", "committed"]);
    expect(await under.store.linkOfAccount("slack", "U1")).toEqual(link);
    expect(await under.store.linkOfAccount("telegram", "U1")).toEqual(telegram);
    expect(await under.store.linkOfAccount("slack", "U2")).toBeUndefined();
  });

  test("a link is found by its chat or its account, the first by rank, in its own workspace", async () => {
    const own = aLink({ chatId: "C1", account: "U1", rank: 1 });
    const chat = aChat({ rank: 0 });
    const abroad = aChat({ workspace: OTHER, chatId: "C2" });
    await under.outcomes([change(insert(own)), change(insert(chat)), elsewhere(insert(abroad))]);
    const to = { workspace: "default", channel: "slack" } as const;
    expect(await under.store.linkTo({ ...to, named: "C1" })).toEqual(chat);
    expect(await under.store.linkTo({ ...to, named: "U1" })).toEqual(own);
    expect(await under.store.linkTo({ ...to, named: "C2" })).toBeUndefined();
    expect(await under.store.linkTo({ ...to, channel: "telegram", named: "C1" })).toBeUndefined();
  });

  test("a chat is linked once for each operator, and once for all", async () => {
    expect(
      await under.outcomes([
        change(insert(aLink({ chatId: "C1" }))),
        change(insert(aLink({ chatId: "C1" }))),
        change(insert(aLink({ chatId: "C1", operator: BEN }))),
        change(insert(aChat())),
        change(insert(aChat())),
        change(insert(aChat({ channel: "telegram" }))),
        elsewhere(insert(aChat({ workspace: OTHER }))),
      ]),
    ).toEqual([
      "committed",
      "conflict",
      "committed",
      "committed",
      "conflict",
      "committed",
      "committed",
    ]);
  });

  test("a link is ranked and removed where it is there, and its account is free then", async () => {
    const link = aLink({ account: "U1" });
    const { id } = link;
    await under.store.commit([change(insert(link))]);
    const rank: Write = { type: "link.rank", id, rank: 5 };
    const remove: Write = { type: "link.remove", id };
    expect(await under.outcomes([elsewhere(rank), change(rank), elsewhere(remove)])).toEqual([
      "conflict",
      "committed",
      "conflict",
    ]);
    expect(await under.store.findLink("default", id)).toEqual({ ...link, rank: 5 });
    const other = aLink({ account: "U1", operator: BEN, workspace: OTHER });
    expect(
      await under.outcomes([
        change(remove),
        change(remove),
        change(rank),
        elsewhere(insert(other)),
      ]),
    ).toEqual(["committed", "conflict", "conflict", "committed"]);
  });

  test("attention takes the place of what the operator had before", async () => {
    const plain: Attention = { operator: ANA, timeZone: "Europe/Berlin" };
    const whole: Attention = {
      operator: ANA,
      timeZone: "UTC",
      quiet: { from: "22:00", to: "07:00" },
      digest: ["09:00"],
      perHour: 3,
    };
    const other: Attention = { operator: BEN };
    const attend = (attention: Attention): Write => ({ type: "attention.put", attention });
    await under.store.commit([
      change(attend(plain)),
      change(attend(other)),
      elsewhere(attend(plain)),
    ]);
    await under.store.commit([change(attend(whole))]);
    const again = await under.reopen();
    expect(await again.listAttention("default")).toEqual([whole, other]);
    expect(await again.listAttention(OTHER)).toEqual([plain]);
  });
}
