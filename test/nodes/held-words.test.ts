import { expect, onTestFinished, test } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import type { Sink } from "../../src/ports/channels/channel.ts";
import type { Clock } from "../../src/ports/system/clock.ts";
import { createMemorySecrets } from "../../src/system/memory-secrets.ts";
import { eventually } from "../support/cli.ts";
import { openNodeContext } from "../support/node-context.ts";
import { createPlatforms } from "../support/platforms.ts";
import { databaseWithTables } from "../support/postgres.ts";

/* One node hears what people say, and another brings. */

const LONG_MS = 600_000;

/** Time in which nobody looks by themselves: what is not told is never found. */
const withoutLooks = (clock: Clock): Clock => ({
  ...clock,
  now: () => clock.now(),
  soon: (action) => clock.soon(action),
  after: (ms, action) => (ms > 1_500 ? () => {} : clock.after(ms, action)),
});

test("which question words answer is asked by the node that brings, once another has heard them", async () => {
  const database = await databaseWithTables();
  const platforms = createPlatforms();
  const secrets = createMemorySecrets();
  let hear: Sink = async () => ({});
  const place = await platforms.enter("here", (event) => hear(event));
  const outlets = platforms.outlets;
  const url = database.url;
  const hearing = await openNodeContext({ url, secrets, outlets });
  const bringing = await openNodeContext({ url, secrets, outlets, clockOf: withoutLooks });
  hear = createReceive(hearing.ctx);
  const { owner, agent } = await found(hearing.ctx, { owner: "ada", agent: "scout" });
  const stop = startDispatcher(bringing.ctx, {
    random: () => 0,
    onFault: () => {},
    leaseMs: LONG_MS,
  });
  onTestFinished(async () => {
    await stop();
    await place.close();
    await bringing.close();
    await hearing.close();
    await database.drop();
  });
  const slack = place.on("slack");
  const { code } = await hearing.as(owner).createLinkCode({ channel: "slack" });
  await slack.say(code, "member");
  const stand = (count: number) =>
    eventually(
      async () => (await slack.shown()).length >= count || undefined,
      () => `${count} posts`,
    );
  await hearing.as(agent).ask({ text: "Ship 1.4?" });
  await stand(1);
  await hearing.as(agent).ask({ text: "Tell the customers?" });
  await stand(2);
  await slack.say("Go ahead.", "member");
  await stand(3);
  expect((await slack.shown()).at(-1)?.text).toContain("Go ahead.");
});
