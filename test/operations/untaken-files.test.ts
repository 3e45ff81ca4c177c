import { expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startRetention } from "../../src/core/upkeep/retention.ts";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import { UNTAKEN_FILE_MS } from "../../src/domain/limits.ts";
import { HOUR_MS } from "../../src/domain/time.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { codeOf } from "../suites/earshot/world.ts";
import { eventually } from "../support/cli.ts";
import { openContext } from "../support/context.ts";

const DAY_MS = 24 * HOUR_MS;
const files = { type: "array", items: { format: "file" } };
const form = { kind: "fields", schema: { type: "object", properties: { files } } } as const;
const given = (name: string) => ({ name, media_type: "text/plain", content: btoa(name) });

test("a file that no answer takes is gone in a week, while its question stays open", async () => {
  const clock = createFakeClock();
  const { ctx, close } = await openContext(clock);
  const { owner, agent } = await found(ctx, { owner: "owner", agent: "scout" });
  const person = createEarshot(ctx, callerWithAllRights(owner.principal));
  const asker = createEarshot(ctx, callerWithAllRights(agent.principal));
  const ask = async () => (await asker.ask({ text: "Which files?", form })).request.id;
  const [open, answered] = [await ask(), await ask()];
  // What comes in the moment of its question came with it.
  await clock.advance(1);
  const old = await person.uploadFile({ id: open, ...given("old") });
  const again = await person.uploadFile({ id: open, ...given("again") });
  const taken = await person.uploadFile({ id: answered, ...given("taken") });
  await person.answer({ id: answered, answer: { fields: { files: [{ ...taken }] } } });
  const faults: unknown[] = [];
  const stop = startRetention(ctx, { onFault: (error) => faults.push(error) });
  const left = async () =>
    (await ctx.store.listContents(DEFAULT_WORKSPACE, open)).map(({ name }) => name);

  await clock.advance(UNTAKEN_FILE_MS - DAY_MS);
  await person.uploadFile({ id: open, ...given("again") });
  expect(await left()).toHaveLength(2);
  await eventually(async () => {
    await clock.advance(HOUR_MS);
    return (await left()).length === 1 ? true : undefined;
  });
  await stop();

  expect(faults).toEqual([]);
  expect(await left()).toEqual(["again"]);
  const late = person.answer({ id: open, answer: { fields: { files: [{ ...old }] } } });
  expect(await codeOf(late)).toBe("NOT_FOUND");
  await person.answer({ id: open, answer: { fields: { files: [{ ...again }] } } });
  expect((await asker.readFile({ id: answered, digest: taken.digest })).name).toBe("taken");
  await close();
});
