import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { present } from "../../src/domain/present.ts";
import { call, figure, ok, requestOf } from "../support/call.ts";
import { eventually } from "../support/cli.ts";
import { head, openRaw } from "../support/raw-http.ts";
import { type HomeServer, homeServer, say } from "../support/server.ts";

const LONG_MS = 50_000;

async function ask({ url, agent }: HomeServer): Promise<RequestId> {
  const { request } = await ok(url, "ask", { key: agent, input: { text: say() } });
  return request.id;
}

function answer({ url, operator }: HomeServer, id: RequestId, text = say()) {
  return ok(url, "answer", { key: operator, input: { id, answer: { text } } });
}

function waiters({ url, operator }: HomeServer): Promise<number> {
  return figure(url, operator, "earshot_waiters");
}

/** Lets time pass until the figure of those who wait is this one. */
async function waitersAre(server: HomeServer, wanted: number | "some"): Promise<void> {
  let seen = Number.NaN;
  const isWanted = () => (wanted === "some" ? seen > 0 : seen === wanted);
  await eventually(
    async () => {
      seen = await waiters(server);
      return isWanted() ? true : undefined;
    },
    () => `${wanted} waiters; there are ${seen}`,
  );
}

describe("a wait", () => {
  test("whose hold ends is told that the request is pending", async () => {
    const server = await homeServer();
    const id = await ask(server);
    const input = { id, holdMs: 60 };
    const began = performance.now();
    const waited = await ok(server.url, "wait", { key: server.agent, input });
    expect(waited).toMatchObject({ outcome: "pending", request: { id, status: "open" } });
    expect(performance.now() - began).toBeGreaterThan(50);
    expect(await waiters(server)).toBe(0);
  });

  test("without a hold returns at once with what there is", async () => {
    const server = await homeServer();
    const id = await ask(server);
    const now = () => ok(server.url, "wait", { key: server.agent, input: { id } });
    expect(await now()).toMatchObject({ outcome: "pending" });
    const answered = await answer(server, id);
    expect(await now()).toEqual({ outcome: "answered", request: answered });
  });

  test("is woken by the answer, the cancellation and the expiry", async () => {
    const server = await homeServer();
    const { url, agent } = server;
    const [answered, cancelled] = [await ask(server), await ask(server)];
    const input = { text: say(), expiresInMs: 1_000 };
    const { request: expiring } = await ok(url, "ask", { key: agent, input });
    const ids = [answered, cancelled, expiring.id];
    const waiting = ids.map((id) =>
      ok(url, "wait", { key: agent, input: { id, holdMs: LONG_MS } }),
    );
    await answer(server, answered);
    await ok(url, "cancel", { key: agent, input: { id: cancelled } });
    const outcomes = (await Promise.all(waiting)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["answered", "cancelled", "expired"]);
  });

  test("in the call that asks is woken by the answer", async () => {
    const server = await homeServer();
    const { url, agent, operator } = server;
    const text = say();
    const asking = ok(url, "ask", { key: agent, input: { text, holdMs: LONG_MS } });
    await waitersAre(server, 1);
    const { items } = await ok(url, "list", { key: operator, input: { status: "open" } });
    const answered = await answer(server, items[0]?.id as RequestId);
    expect(await asking).toEqual({ outcome: "answered", request: answered });
  });

  test("that is asked to hold longer than the bound is taken", async () => {
    const server = await homeServer();
    const id = await ask(server);
    const input = { id, holdMs: 1e12 };
    const waiting = ok(server.url, "wait", { key: server.agent, input });
    await waitersAre(server, 1);
    await answer(server, id);
    expect(await waiting).toMatchObject({ outcome: "answered" });
  });

  test("ends on the server when its caller goes away, and the request lives on", async () => {
    const server = await homeServer();
    const { url, agent, port } = server;
    const id = await ask(server);
    const gone = new AbortController();
    const input = { id, holdMs: LONG_MS };
    const waiting = [
      call(url, "wait", { key: agent, input, signal: gone.signal }),
      call(url, "waitMany", {
        key: agent,
        input: { ids: id, holdMs: LONG_MS },
        signal: gone.signal,
      }),
      call(url, "ask", {
        key: agent,
        input: { text: say(), holdMs: LONG_MS },
        signal: gone.signal,
      }),
    ];
    const half = openRaw(port);
    const { path } = requestOf("wait", { input });
    const authorization = `Bearer ${agent}`;
    half.send(
      head(`GET ${path} HTTP/1.1`, [
        ["host", "localhost"],
        ["authorization", authorization],
      ]),
    );
    await waitersAre(server, 4);
    gone.abort();
    half.socket.destroy();
    const ends = await Promise.allSettled(waiting);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await waitersAre(server, 0);
    const { items } = await ok(url, "list", { key: agent, input: { status: "open" } });
    expect(items).toHaveLength(2);
    expect(await answer(server, id)).toMatchObject({ status: "answered" });
  });

  test("of five hundred on one request: all wake, with the same answer", async () => {
    const server = await homeServer();
    const { url, agent } = server;
    const id = await ask(server);
    const input = { id, holdMs: LONG_MS };
    const waiting = Array.from({ length: 500 }, () => ok(url, "wait", { key: agent, input }));
    await waitersAre(server, 500);
    const answered = await answer(server, id);
    for (const waited of await Promise.all(waiting)) {
      expect(waited).toEqual({ outcome: "answered", request: answered });
    }
    expect(await waiters(server)).toBe(0);
  });

  test("that comes while the answer is on its way does not miss it", async () => {
    const server = await homeServer();
    const { url, agent } = server;
    for (let round = 0; round < 40; round++) {
      const id = await ask(server);
      const input = { id, holdMs: LONG_MS };
      const answering = answer(server, id);
      const waiting = [0, 1, 2].map(() => ok(url, "wait", { key: agent, input }));
      const answered = await answering;
      for (const waited of await Promise.all(waiting)) expect(waited.request).toEqual(answered);
    }
  });
});

describe("a wait for several", () => {
  const waitFor = ({ url, agent }: HomeServer, ids: readonly RequestId[], until?: string) =>
    ok(url, "waitMany", {
      key: agent,
      input: { ids: ids.join(","), holdMs: LONG_MS, ...present({ until }) },
    });

  test("settles with the first that closes, which is `any`", async () => {
    const server = await homeServer();
    const ids = [await ask(server), await ask(server), await ask(server)];
    const waiting = [waitFor(server, ids), waitFor(server, ids, "any")];
    await waitersAre(server, "some");
    await answer(server, ids[1] as RequestId);
    for (const waited of await Promise.all(waiting)) {
      expect(waited.outcome).toBe("settled");
      expect(waited.requests.map(({ outcome }) => outcome)).toEqual([
        "pending",
        "answered",
        "pending",
      ]);
      expect(waited.requests.map(({ request }) => request.id)).toEqual(ids);
    }
    await waitersAre(server, 0);
  });

  test("settles with the last that closes, where it is `all`", async () => {
    const server = await homeServer();
    const ids = [await ask(server), await ask(server), await ask(server)];
    let isSettled = false;
    const waiting = waitFor(server, ids, "all").then((waited) => {
      isSettled = true;
      return waited;
    });
    await waitersAre(server, "some");
    await answer(server, ids[2] as RequestId);
    await ok(server.url, "cancel", { key: server.agent, input: { id: ids[0] } });
    await waitersAre(server, "some");
    // Who settles too early has done so by now; a slower machine only makes this weaker.
    await pause(50);
    expect(isSettled).toBe(false);
    await answer(server, ids[1] as RequestId);
    const { outcome, requests } = await waiting;
    expect(outcome).toBe("settled");
    expect(requests.map((waited) => waited.outcome)).toEqual(["cancelled", "answered", "answered"]);
    await waitersAre(server, 0);
  });

  test("is told what is pending when its hold ends", async () => {
    const server = await homeServer();
    const ids = [await ask(server), await ask(server)];
    await answer(server, ids[0] as RequestId);
    const input = { ids: ids.join(","), until: "all", holdMs: 60 };
    const waited = await ok(server.url, "waitMany", { key: server.agent, input });
    expect(waited.outcome).toBe("pending");
    expect(waited.requests.map(({ outcome }) => outcome)).toEqual(["answered", "pending"]);
  });

  test("settles at once where it is settled already", async () => {
    const server = await homeServer();
    const ids = [await ask(server), await ask(server)];
    await answer(server, ids[0] as RequestId);
    expect(await waitFor(server, ids)).toMatchObject({ outcome: "settled" });
    await answer(server, ids[1] as RequestId);
    expect(await waitFor(server, ids, "all")).toMatchObject({ outcome: "settled" });
  });
});
