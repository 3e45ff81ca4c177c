import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { withBytes } from "../../src/bridges/index.ts";
import {
  type RestateContext,
  type RestateOptions,
  withPeople,
} from "../../src/bridges/restate/index.ts";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, makeFolder, removeFolder } from "../support/cli.ts";

/* The bridge with handlers that sleep and go on as Restate's do; the real engine is in test/engines. */

class Engine {
  readonly steps: string[] = [];
  readonly #journal: unknown[] = [];
  readonly #woken = new Map<string, PromiseWithResolvers<unknown>>();
  cancel: (error: Error) => void = () => {};
  cancelsAs = "";
  made = 0;

  /** The context of one attempt; the next one replays what this one has done. */
  attempt(run = "run"): RestateContext {
    let at = 0;
    let awakeables = 0;
    const cancelled = new Promise<never>((_, reject) => {
      this.cancel = reject;
    });
    cancelled.catch(() => {});
    return {
      awakeable: () => {
        awakeables += 1;
        const id = `sign_1${run}-${awakeables}`;
        const { promise } = this.#of(id);
        return { id, promise: { orTimeout: (ms) => Promise.race([promise, late(ms), cancelled]) } };
      },
      run: async (name, action) => {
        const index = at++;
        if (index in this.#journal) return this.#journal[index] as never;
        this.steps.push(name);
        const result = await action();
        if (name === this.cancelsAs) throw cancellation();
        this.#journal[index] = JSON.parse(JSON.stringify(result ?? null));
        return this.#journal[index] as never;
      },
      sleep: async (ms) => await late(ms).catch(() => {}),
    };
  }

  #of(id: string): PromiseWithResolvers<unknown> {
    const known = this.#woken.get(id) ?? Promise.withResolvers();
    this.#woken.set(id, known);
    return known;
  }

  async resolveAwakeable(id: string): Promise<void> {
    this.made += 1;
    this.#of(id).resolve(undefined);
  }
}

const cancellation = () => Object.assign(new Error("Cancelled"), { name: "CancelledError" });

async function late(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  throw Object.assign(new Error("Timeout occurred"), { name: "TimeoutError" });
}

async function open({
  lookAgainMs = 600_000,
  ...more
}: Pick<RestateOptions, "lookAgainMs" | "onAskedBack"> = {}) {
  const folder = makeFolder();
  const engine = new Engine();
  const statuses: number[] = [];
  const receiver = createServer(async (call, reply) => {
    const status = await people.wake(call);
    statuses.push(status);
    reply.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const server = await startServer({ dataFolder: folder, port: 0, notifyHosts: [host] });
  onTestFinished(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await server.stop();
    removeFolder(folder);
  });
  const as = (name: "agent" | "operator") =>
    createClient({ url: server.url, key: readKeyFile(folder, name) ?? "" });
  const [agent, operator] = [as("agent"), as("operator")];
  const { secret = "" } = await agent.setSubscription();
  const url = `http://${host}/wake`;
  const people = withPeople(agent, {
    receiver: url,
    secret,
    awakeables: engine,
    lookAgainMs,
    ...more,
  });
  const ran: unknown[] = [];
  const pay = (ctx: RestateContext, amount = 5_000) => {
    const call = { tool: "transfer", args: { to: "ana", amount }, reason: "It is due." };
    return people.run(ctx, call, async (args) => {
      ran.push(args);
      return "sent";
    });
  };
  const openOne = () =>
    eventually(
      async () =>
        (await operator.list({ status: "open" })).items[0] as OpenAuthorization | undefined,
    );
  const signed = (to: string, { id = "dlv_1", body = CLOSED, atMs = Date.now() } = {}) =>
    fetch(to, {
      method: "POST",
      body,
      headers: {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(atMs / 1_000)),
        "webhook-signature": new Webhook(secret).sign(id, new Date(atMs), body),
      },
    });
  return { agent, operator, engine, people, pay, ran, openOne, signed, url, statuses };
}

const CLOSED = '{"type":"earshot.request.closed","id":"dlv_1","data":{"id":"req_1"}}';

async function editOf({ operator, openOne }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { id, authorization } = await openOne();
  const args = Object.assign({}, authorization.action.args, { amount: 90 });
  const { digest } = await operator.previewEdit({ id, args });
  await operator.approve({ id, digest, args });
}

test("a call that is edited wakes its handler, and runs once as it was edited", async () => {
  const world = await open();
  const running = world.pay(world.engine.attempt());
  await editOf(world);
  expect(await running).toEqual({
    hasRun: true,
    result: "sent",
    says: expect.stringContaining("changed its arguments"),
  });
  expect(world.ran).toEqual([{ to: "ana", amount: 90 }]);
  expect(world.engine.steps).toEqual(["ask", "look", "transfer"]);
});

test("a handler that is replayed asks nobody again and runs nothing again", async () => {
  const world = await open();
  void world.pay(world.engine.attempt());
  await world.openOne();
  const second = world.pay(world.engine.attempt());
  await editOf(world);
  await second;
  await world.pay(world.engine.attempt());
  expect(world.ran).toHaveLength(1);
  expect((await world.operator.list({})).items).toHaveLength(1);
});

test("a call that is rejected does not run, and the words of the person are told", async () => {
  const { engine, pay, ran, openOne, operator } = await open();
  const running = pay(engine.attempt());
  await operator.reject({ id: (await openOne()).id, reason: "Too much." });
  expect(await running).toEqual({
    hasRun: false,
    says: expect.stringContaining("Too much."),
  });
  expect(ran).toEqual([]);
});

test("what a person asks first is answered while the handler sleeps", async () => {
  const world = await open({ onAskedBack: ({ text }) => `${text} That of May.` });
  const running = world.pay(world.engine.attempt());
  const { id } = await world.openOne();
  await world.operator.askBack({ id, text: "Which invoice?" });
  const answer = await eventually(async () => {
    const { request } = await world.operator.show({ id });
    return request.askedBack?.[0]?.answer;
  });
  expect(answer.text).toBe("Which invoice? That of May.");
  await editOf(world);
  expect(await running).toMatchObject({ hasRun: true });
});

test("a question gives what a person said", async () => {
  const { engine, people, openOne, operator } = await open();
  const asking = people.ask(engine.attempt(), { text: "Which region?" });
  await operator.answer({ id: (await openOne()).id, answer: { text: "" } });
  expect(await asking).toMatchObject({ outcome: "answered", values: "" });
});

test("a question gives the facts of a file, and its bytes are read in each attempt", async () => {
  const { agent, engine, people, openOne, operator } = await open();
  const scan = { type: "string", contentEncoding: "base64" };
  const question = { text: "The scan?", schema: { type: "object", properties: { scan } } };
  const asking = people.ask(engine.attempt(), question);
  const { id } = await openOne();
  const content = Buffer.from("a scan").toString("base64");
  const file = await operator.uploadFile({ id, name: "a.txt", content });
  await operator.answer({ id, answer: { fields: { scan: { ...file } } } });
  expect((await asking).values).toEqual({ scan: file });
  const replayed = await people.ask(engine.attempt(), question);
  expect(await withBytes(agent, replayed)).toEqual({ scan: content });
});

test("whoever wakes a handler before its request has closed brings nothing to run", async () => {
  const world = await open({ lookAgainMs: 50 });
  const running = world.pay(world.engine.attempt());
  await world.openOne();
  await world.signed(`${world.url}?awakeable=sign_1run-1`);
  await expect.poll(() => world.engine.steps.length).toBeGreaterThan(2);
  expect(world.ran).toEqual([]);
  await editOf(world);
  expect(await running).toMatchObject({ hasRun: true });
  expect(world.ran).toEqual([{ to: "ana", amount: 90 }]);
});

test("a handler whose call was lost looks by itself", async () => {
  const world = await open({ lookAgainMs: 50 });
  world.engine.resolveAwakeable = async () => {};
  const running = world.pay(world.engine.attempt());
  await editOf(world);
  expect(await running).toMatchObject({ hasRun: true });
});

test("a handler that is cancelled takes back what it asked", async () => {
  const { engine, pay, openOne, operator } = await open();
  const running = pay(engine.attempt());
  const { id } = await openOne();
  engine.cancel(cancellation());
  await expect(running).rejects.toThrow("Cancelled");
  expect(await operator.show({ id })).toMatchObject({ request: { status: "cancelled" } });
});

test("a handler that is cancelled as it asks takes back what it asked", async () => {
  const { engine, pay, operator } = await open();
  engine.cancelsAs = "ask";
  await expect(pay(engine.attempt())).rejects.toThrow("Cancelled");
  expect((await operator.list({})).items).toMatchObject([{ status: "cancelled" }]);
});

test("what the secret did not sign wakes nobody, nor what names no awakeable", async () => {
  const { engine, signed, url } = await open();
  const wakes = `${url}?awakeable=sign_1run-1`;
  const forged = await fetch(wakes, { method: "POST", body: CLOSED });
  expect(forged.status).toBe(401);
  expect((await signed(wakes, { atMs: Date.now() - 360_000 })).status).toBe(401);
  expect((await signed(url)).status).toBe(404);
  expect((await signed(`${url}?awakeable=..%2F..%2Fpayer%2Fpay`)).status).toBe(404);
  const tested = '{"type":"earshot.subscription.test","id":"dlv_1","data":{}}';
  expect((await signed(wakes, { body: tested })).status).toBe(204);
  const long = await fetch(wakes, { method: "POST", body: "a".repeat(2 ** 20) }).catch(() => {});
  expect(long?.status ?? 413).toBe(413);
  expect(engine.made).toBe(0);
});

test("Earshot calls again where Restate was away", async () => {
  const world = await open();
  const { resolveAwakeable } = world.engine;
  world.engine.resolveAwakeable = async (id) => {
    world.engine.resolveAwakeable = resolveAwakeable;
    throw new Error(`Restate is away: ${id}`);
  };
  const running = world.pay(world.engine.attempt());
  await editOf(world);
  expect(await running).toMatchObject({ hasRun: true });
  expect(world.statuses).toEqual([503, 204]);
}, 60_000);
