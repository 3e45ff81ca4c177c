import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { runConsole } from "../../src/channels/console/run-console.ts";
import type { Terminal } from "../../src/channels/console/terminal.ts";
import type { Event } from "../../src/domain/log/event.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { eventually, testServer } from "../support/cli.ts";

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
  const input = Object.assign(new PassThrough(), { setRawMode() {} });
  const output = new PassThrough();
  let screen = "";
  output.on("data", (text) => (screen += text));
  const terminal = { input, output } as unknown as Terminal;
  const options = { earshot, terminal, checkSchema, greeting: "Here.", signal: stop.signal };
  const ended = runConsole(options);
  await eventually(
    () => screen.includes("[OPERATOR]: "),
    () => screen,
  );
  for await (const event of await operator.events({ after: 0 })) {
    if (event.subject === request.id) created.resolve(event);
  }
  await taken.promise;
  input.write("This one\n");
  await eventually(async () => (await operator.show({ id: request.id })).request.status !== "open");
  expect((await operator.show({ id: request.id })).request).toMatchObject({
    answer: { text: "This one" },
  });
  stop.abort();
  await ended;
});
