import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  cut,
  cutWithin,
  deadUrl,
  json,
  page,
  problem,
  silence,
  startScripted,
} from "../../test/support/scripted-server.ts";
import { toProblem } from "../contract/problem.ts";
import { EarshotError, ERRORS, type ErrorCode } from "../domain/errors.ts";
import { createNodeChoice } from "./nodes.ts";
import { type Answer, type Call, send, sleep, type TransportOptions } from "./transport.ts";

const CALL: Call = { method: "GET", path: "/v1/whoami" };
const asJson = (response: Answer) => response.json();

function to(url: string, more: Partial<TransportOptions> = {}): TransportOptions {
  const endpoint = () => ({ url, key: "secret" });
  return { endpoint, nodes: createNodeChoice(), headers: {}, retryForMs: 30_000, fetch, ...more };
}

const codesWith = (retry: "never" | "later" | "now") =>
  (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].retry === retry);

describe("a call", () => {
  test("carries the key, its headers and its body", async () => {
    const { url, heard } = await startScripted(json({ ok: true }));
    const call: Call = {
      method: "POST",
      path: "/v1/requests?a=1",
      headers: { "idempotency-key": "k1" },
      body: '{"text":"é"}',
    };
    await expect(send(to(url), call, asJson)).resolves.toEqual({ ok: true });
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      method: "POST",
      path: "/v1/requests?a=1",
      body: '{"text":"é"}',
      headers: {
        authorization: "Bearer secret",
        "content-type": "application/json",
        "idempotency-key": "k1",
      },
    });
  });

  test("calls fetch by itself, since browsers and workers refuse it as a method", async () => {
    const { url } = await startScripted(json({ ok: true }));
    const owners: unknown[] = [];
    function picky(this: unknown, ...given: Parameters<typeof fetch>): Promise<Response> {
      owners.push(this);
      return fetch(...given);
    }
    await send(to(url, { fetch: picky }), CALL, asJson);
    expect(owners).toEqual([undefined]);
  });

  test("without a body names no type of one", async () => {
    const { url, heard } = await startScripted(json({}));
    await send(to(url), CALL, asJson);
    expect(heard[0]?.headers).not.toHaveProperty("content-type");
  });
});

describe("a call that fails", () => {
  test.each(codesWith("never"))("with %s is not repeated", async (code) => {
    const { url, heard } = await startScripted(problem(code, "For good."), json({}));
    await expect(send(to(url), CALL, asJson)).rejects.toMatchObject({ code, message: "For good." });
    expect(heard).toHaveLength(1);
  });

  test.each(codesWith("later"))("with %s is repeated until it succeeds", async (code) => {
    const { url, heard } = await startScripted(problem(code), problem(code), json({ ok: true }));
    const said: string[] = [];
    const options = to(url, { onRetry: (error) => said.push(error.code) });
    await expect(send(options, CALL, asJson)).resolves.toEqual({ ok: true });
    expect(heard).toHaveLength(3);
    expect(said).toEqual([code, code]);
  });

  test.each(codesWith("now"))("with %s is repeated, three times at most", async (code) => {
    const { url, heard } = await startScripted(problem(code));
    await expect(send(to(url), CALL, asJson)).rejects.toMatchObject({ code });
    expect(heard).toHaveLength(4);
  });

  test("by a proxy that has no server behind it is repeated", async () => {
    const { url, heard } = await startScripted(page(502, "<h1>Bad Gateway</h1>"), json({ ok: 1 }));
    await expect(send(to(url), CALL, asJson)).resolves.toEqual({ ok: 1 });
    expect(heard).toHaveLength(2);
  });

  test("in a way that nobody knows is not repeated", async () => {
    const { url, heard } = await startScripted(page(500, "<h1>Oops</h1>"), json({}));
    await expect(send(to(url), CALL, asJson)).rejects.toMatchObject({
      code: "INTERNAL",
      message: "The server answered 500.",
    });
    expect(heard).toHaveLength(1);
  });
});

describe("a connection", () => {
  test("that is cut before the answer is made anew, with the same call", async () => {
    const { url, heard } = await startScripted(cut, cut, json({ ok: true }));
    const call: Call = { ...CALL, method: "POST", body: "{}", headers: { "idempotency-key": "k" } };
    await expect(send(to(url), call, asJson)).resolves.toEqual({ ok: true });
    const calls = heard.map(({ body, headers }) => [body, headers["idempotency-key"]]);
    expect(calls).toEqual([
      ["{}", "k"],
      ["{}", "k"],
      ["{}", "k"],
    ]);
  });

  test("that is cut within the answer is made anew: no half of an answer is taken", async () => {
    const { url, heard } = await startScripted(cutWithin('{"ok":'), json({ ok: true }));
    await expect(send(to(url), CALL, asJson)).resolves.toEqual({ ok: true });
    expect(heard).toHaveLength(2);
  });

  test("that is cut within the telling of an error is made anew as well", async () => {
    const whole = '{"code":"INVALID_INPUT","detail":';
    const { url, heard } = await startScripted(
      (outgoing) => {
        outgoing.writeHead(503, { "content-length": 1_000 });
        outgoing.write(whole, () => outgoing.destroy());
      },
      json({ ok: true }),
    );
    await expect(send(to(url), CALL, asJson)).resolves.toEqual({ ok: true });
    expect(heard).toHaveLength(2);
  });

  test("to nobody fails with the address and the cause once the time is over", async () => {
    const url = await deadUrl();
    await expect(send(to(url, { retryForMs: 0 }), CALL, asJson)).rejects.toMatchObject({
      code: "UNREACHABLE",
      message: `No Earshot server answers at ${url} (ECONNREFUSED). Is it running? Start one with npx earshot start.`,
      details: { url },
      cause: expect.any(TypeError),
    });
  });

  test.each([
    ["POST", /accepts connections .* may have been carried out: .* same idempotency key/],
    ["GET", /accepts connections but did not answer within 30 s\. .* call again\.$/],
  ] as const)("by %s to a server that hangs says so, and starts no other", async (method, said) => {
    const { url } = await startScripted(silence);
    const soon = AbortSignal.timeout(100);
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(soon);
    onTestFinished(() => timeout.mockRestore());
    const error = await send(to(url, { retryForMs: 0 }), { ...CALL, method }, asJson).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "UNREACHABLE", message: expect.stringMatching(said) });
    expect(String(error)).not.toContain("Start one");
  });

  test.each([200, 404])(
    "to another server's page is told at once, with status %i",
    async (status) => {
      const { url, heard } = await startScripted(page(status, "<title>Welcome to nginx!</title>"));
      await expect(send(to(url), CALL, asJson)).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringContaining(
          `answers at ${url}: a web page with the title "Welcome to nginx!"`,
        ),
      });
      expect(heard).toHaveLength(1);
    },
  );

  test("to what is no address is refused at once", async () => {
    await expect(send(to("nope"), CALL, asJson)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining('"nope" is not the address'),
    });
  });

  test("to an address that nobody knows yet is tried until it is known", async () => {
    const { url, heard } = await startScripted(json({ ok: true }));
    let asked = 0;
    const endpoint = () => ({ url: asked++ === 0 ? "" : url, key: "k" });
    await send({ ...to(url), endpoint }, CALL, asJson);
    expect(heard).toHaveLength(1);
  });

  test("goes where the server is by then: the address is asked for anew", async () => {
    const gone = { url: await deadUrl(), key: "old" };
    const { url, heard } = await startScripted(json({ ok: true }));
    const places = [gone, gone, { url, key: "new" }];
    const options = to(url, { endpoint: () => places.shift() ?? gone });
    await expect(send(options, CALL, asJson)).resolves.toEqual({ ok: true });
    expect(heard[0]?.headers.authorization).toBe("Bearer new");
  });
});

describe("a signal", () => {
  const reason = new Error("the person went home");

  test("that has ended makes no call", async () => {
    const { url, heard } = await startScripted(json({}));
    const call = { ...CALL, signal: AbortSignal.abort(reason) };
    await expect(send(to(url), call, asJson)).rejects.toBe(reason);
    expect(heard).toEqual([]);
  });

  test("ends a call that is held, with its own reason", async () => {
    const controller = new AbortController();
    const { url } = await startScripted((outgoing) => {
      silence(outgoing);
      controller.abort(reason);
    });
    const said: unknown[] = [];
    const options = to(url, { retryForMs: 0, onRetry: (error) => said.push(error) });
    const call = { ...CALL, signal: controller.signal, holdMs: 50_000 };
    await expect(send(options, call, asJson)).rejects.toBe(reason);
    expect(said).toEqual([]);
  });

  test("ends an answer that is half read, with its own reason", async () => {
    const controller = new AbortController();
    const { url } = await startScripted((outgoing) => {
      outgoing.writeHead(200, { "content-length": 100 });
      outgoing.write("{");
    });
    const read = async (response: Answer) => {
      const whole = response.text();
      controller.abort(reason);
      return await whole;
    };
    const call = { ...CALL, signal: controller.signal };
    await expect(send(to(url), call, read)).rejects.toBe(reason);
  });

  test("ends the pause between two attempts, with its own reason", async () => {
    const controller = new AbortController();
    const { url, heard } = await startScripted(problem("SHUTTING_DOWN"));
    const options = to(url, { onRetry: () => controller.abort(reason) });
    const call = { ...CALL, signal: controller.signal };
    await expect(send(options, call, asJson)).rejects.toBe(reason);
    expect(heard).toHaveLength(1);
  });
});

describe("the time between attempts", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Calls a server that always fails so; tells when each attempt came and how it ended. */
  async function failing(code: ErrorCode, retryForMs: number) {
    const start = Date.now();
    const attempts: number[] = [];
    const answer = async () => {
      attempts.push(Date.now() - start);
      return Response.json(toProblem(new EarshotError(code, "No.")), {
        status: ERRORS[code].status,
      });
    };
    const options = to("http://127.0.0.1:1", { fetch: answer, retryForMs });
    const outcome = send(options, CALL, asJson).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    const error = await outcome;
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    return { attempts, pauses, error };
  }

  test("doubles up to two seconds, and leaves up to half of it to chance", async () => {
    const { pauses, error } = await failing("STORE_UNAVAILABLE", 30_000);
    expect(pauses.length).toBeGreaterThan(10);
    for (const [attempt, pause] of pauses.entries()) {
      const most = Math.min(100 * 2 ** attempt, 2_000);
      expect(pause).toBeGreaterThanOrEqual(Math.floor(most / 2));
      expect(pause).toBeLessThanOrEqual(most);
    }
    expect(error).toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  test("differs between those who were cut off together", async () => {
    const [one, two] = [await failing("UNREACHABLE", 30_000), await failing("UNREACHABLE", 30_000)];
    expect(one.pauses).not.toEqual(two.pauses);
  });

  test("never goes beyond the time for repeats", async () => {
    const { attempts, error } = await failing("UNREACHABLE", 5_000);
    expect(attempts.length).toBeGreaterThan(3);
    expect(attempts.at(-1)).toBeLessThanOrEqual(5_000);
    expect(error).toMatchObject({ code: "UNREACHABLE" });
  });

  test("is none where no time for repeats is given: one attempt", async () => {
    expect((await failing("UNREACHABLE", 0)).attempts).toEqual([0]);
  });

  test("is none after a lost race", async () => {
    // A timer of 0 counts as one of 1.
    const { pauses } = await failing("CONFLICT", 30_000);
    expect(pauses.length).toBe(3);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1);
  });
});

describe("a sleep", () => {
  test("ends with its signal's reason, at once where that has ended", async () => {
    const reason = new Error("woken");
    const controller = new AbortController();
    const slept = sleep(3_600_000, controller.signal);
    controller.abort(reason);
    await expect(slept).rejects.toBe(reason);
    await expect(sleep(3_600_000, controller.signal)).rejects.toBe(reason);
  });

  test("leaves nothing with its signal once it is over", async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, "removeEventListener");
    await sleep(1, signal);
    expect(removed).toHaveBeenCalledOnce();
  });
});
