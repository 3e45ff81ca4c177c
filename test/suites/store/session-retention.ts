import { expect, test } from "vitest";
import type { Session } from "../../../src/domain/sessions/session.ts";
import { erasedSession } from "../../../src/domain/sessions/session-erased.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import { aSession } from "../../../src/testing/builders.ts";
import { change, minute } from "./outbox.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

/** Which sessions are due to be erased, on whatever engine. */
export function sessionRetentionFacts(under: StoreUnderTest): void {
  test("a session is due once it and what goes on from it have ended, and is due once", async () => {
    const [old, before, late] = [minute(60), minute(90), minute(120)];
    const done = aSession({ status: "completed", endedAt: old });
    const recent = aSession({ status: "failed", endedAt: late });
    const running = aSession({ status: "queued" });
    const waiting = aSession({ status: "paused", endedAt: old });
    const resumed = aSession({ status: "paused", endedAt: old });
    const going = aSession({ continues: resumed.id, root: resumed.id });
    const answered = aSession({ status: "paused", endedAt: old });
    const last = aSession({ continues: answered.id, status: "cancelled", endedAt: old });
    const gone = erasedSession(aSession({ status: "completed", endedAt: old }), before);
    const all: readonly Session[] = [
      done,
      recent,
      running,
      waiting,
      resumed,
      going,
      answered,
      last,
      gone,
    ];
    await under.store.commit(
      all.map((session) => change({ type: "session.insert", session: { ...session, version: 1 } })),
    );
    const dueBy = async (limit: number) => {
      const due: unknown[] = [];
      for (let after: readonly (string | number)[] | undefined = [""]; after !== undefined; ) {
        const page = await under.store.retentionPage({
          workspace: "default",
          kind: "sessions",
          limit,
          after,
          before,
          now: toTimestamp(Date.parse(before)),
        });
        due.push(...page.due.map(([id]) => id));
        after = page.next;
      }
      return due.filter((id) => all.some((session) => session.id === id));
    };
    for (const limit of [100, 2])
      expect(await dueBy(limit)).toEqual([done.id, answered.id, last.id]);
  });
}
