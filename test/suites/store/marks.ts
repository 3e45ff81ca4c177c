import { expect, test } from "vitest";
import type { Mark } from "../../../src/domain/hub/mark.ts";
import type { AgentProfile } from "../../../src/domain/sessions/agent-profile.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anId } from "../../../src/testing/builders.ts";
import { change, elsewhere, minute } from "./outbox.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

/** Marks on platforms, and what hosts report about their agents. */
export function markFacts(under: StoreUnderTest): void {
  // Several worlds may share one database, so each has its own place.
  const aMark = (over: Partial<Mark> = {}): Mark => ({
    workspace: "default",
    channel: "slack",
    chatId: anId("msg"),
    messageId: "1.0",
    name: "speech_balloon",
    session: anId("ses"),
    isOn: true,
    dueAt: AT,
    attempts: 0,
    version: 1,
    ...over,
  });
  const put = (mark: Mark): Write => ({ type: "mark.put", mark });

  test("a mark is put once, and changed where nobody was faster", async () => {
    const mark = aMark({ threadId: "0.9" });
    const { dueAt: _, ...done } = { ...mark, attempts: 1, version: 2 };
    expect(
      await under.outcomes([
        change(put(mark)),
        change(put(mark)),
        change(put(done)),
        change(put(done)),
      ]),
    ).toEqual(["committed", "conflict", "committed", "conflict"]);
    await under.reopen();
    expect(await under.store.findMark(mark)).toEqual(done);
    expect(await under.store.findMark({ ...mark, workspace: OTHER })).toBeUndefined();
    expect(await under.store.findMark({ ...mark, name: "white_check_mark" })).toBeUndefined();
  });

  test("marks are due in their order, over all workspaces", async () => {
    const [one, two] = [
      aMark({ dueAt: minute(-2) }),
      aMark({ dueAt: minute(-3), workspace: OTHER }),
    ];
    const later = aMark({ dueAt: minute(60) });
    await under.store.commit([change(put(one)), elsewhere(put(two)), change(put(later))]);
    const due = (await under.store.dueMarks(AT, 1_000)).map(({ chatId }) => chatId);
    expect(due.filter((chat) => [one, two, later].some((mark) => mark.chatId === chat))).toEqual([
      two.chatId,
      one.chatId,
    ]);
    expect(await under.store.nextMark()).toBe(minute(-3));
  });

  test("marks that are on are listed a page at a time", async () => {
    const channel = `c${anId("msg").slice(-8)}`;
    const [a, b] = [aMark({ channel, chatId: "a" }), aMark({ channel, chatId: "b" })];
    const off = aMark({ channel, chatId: "c", isOn: false });
    await under.store.commit([a, b, off].map((mark) => change(put(mark))));
    const by = { channel, name: "speech_balloon", limit: 1 } as const;
    expect(await under.store.listMarksOn(by)).toEqual([a]);
    expect(await under.store.listMarksOn({ ...by, after: a, limit: 5 })).toEqual([b]);
  });

  test("the newest profile of an agent stands", async () => {
    const agent = anId("prn");
    const profile = (digest: string): AgentProfile => ({
      workspace: "default",
      agent,
      digest,
      at: AT,
      skills: ["read-logs"],
      judges: true,
      channels: [{ channel: "slack", direct: true, mention: true }],
    });
    await under.store.commit([change({ type: "profile.put", profile: profile("a") })]);
    await under.store.commit([change({ type: "profile.put", profile: profile("b") })]);
    expect(await under.store.findAgentProfile("default", agent)).toEqual(profile("b"));
    expect(await under.store.findAgentProfile(OTHER, agent)).toBeUndefined();
    const listed = await under.store.listAgentProfiles("default");
    expect(listed.filter((one) => one.agent === agent)).toEqual([profile("b")]);
  });
}
