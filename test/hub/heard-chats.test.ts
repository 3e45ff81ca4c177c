import { expect, onTestFinished, test } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createHeardChats } from "../../src/core/hearing/heard-chats.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openContext } from "../support/context.ts";

test("what comes in before a chat was caught up with hides nothing that was missed", async () => {
  const clock = createFakeClock();
  const { ctx, close } = await openContext(clock);
  onTestFinished(close);
  const { owner } = await found(ctx, { owner: "ana", agent: "scout" });
  const link = {
    id: ctx.ids.next("lnk"),
    workspace: "default",
    channel: "slack",
    chatId: "C1",
    name: "ops",
    rank: 1,
    createdAt: toTimestamp(clock.now()),
    createdBy: owner.principal.id,
  } as const;
  await ctx.commit({ workspace: "default", writes: [{ type: "link.insert", link }], events: [] });
  const heard = createHeardChats(ctx);
  const moment = (atMs: number) => ({ address: { channel: "slack", chatId: "C1" }, atMs }) as const;
  const heardAt = async () => (await ctx.store.findLink("default", link.id))?.heardAt;
  const start = clock.now();
  clock.jump(60_000);
  heard.note(moment(start + 50_000));
  await heard.stop();
  expect(await heardAt()).toBeUndefined();
  heard.caughtUp(moment(start + 1_000));
  await heard.stop();
  expect(await heardAt()).toBe(toTimestamp(start + 1_000));
  heard.note(moment(start + 50_000));
  await heard.stop();
  expect(await heardAt()).toBe(toTimestamp(start + 50_000));
});
