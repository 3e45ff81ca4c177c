import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import type { Event } from "../../src/domain/log/event.ts";
import { eventually, testServer } from "../support/cli.ts";
import { openConsole } from "./console-here.ts";

test("a question whose event comes after it was found in the list stays asked", async () => {
  const { agent, operator } = await testServer();
  const { request } = await agent.ask({ text: "Which?" });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const created = Promise.withResolvers<Event>();
  const taken = Promise.withResolvers<void>();
  const earshot: typeof operator = {
    ...operator,
    async events() {
      return (async function* () {
        yield await created.promise;
        taken.resolve();
        if (!stop.signal.aborted) await once(stop.signal, "abort");
      })();
    },
  };
  const { shows, type, end } = openConsole(earshot);
  onTestFinished(async () => void (await end()));
  await shows("[OPERATOR]: ");
  for await (const event of await operator.events({ after: 0 })) {
    if (event.subject === request.id) created.resolve(event);
  }
  await taken.promise;
  type("This one\n");
  await eventually(async () => (await operator.show({ id: request.id })).request.status !== "open");
  expect((await operator.show({ id: request.id })).request).toMatchObject({
    answer: { text: "This one" },
  });
});
