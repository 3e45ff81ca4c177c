import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  askFor,
  type Called,
  openThread,
  putToPeople,
  type Questioned,
  refusalOf,
  type SoughtCall,
  seek,
  take,
  withdraw,
} from "../../src/bridges/index.ts";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { present } from "../../src/domain/present.ts";
import type { Answer, Form } from "../../src/domain/requests/question.ts";
import type { OpenAuthorization, ShownRequest } from "../../src/domain/requests/request.ts";
import { eventually, openServer, type TestServer } from "../support/cli.ts";

/* What every bridge needs, against a real server: what people do to a matter, and what the asker is told. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

let made = 0;
/** An agent of its own: what others were asked or told is nothing to it. */
async function newAgent(): Promise<EarshotClient> {
  made += 1;
  const { secret } = await server.operator.createKey({ kind: "agent", name: `bridged-${made}` });
  return createClient({ url: server.url(), key: secret ?? "" });
}

const CALL: Called = {
  tool: "transfer",
  args: { to: "ana", amount: 5_000 },
  reason: "The invoice is due.",
};
const REGION: Questioned = { text: "Which region?", form: { kind: "text" } };

const ask = (text: string): Questioned => ({ text });

async function open(agent: EarshotClient, count = 1): Promise<readonly ShownRequest[]> {
  const { principal } = await agent.whoami();
  return await eventually(async () => {
    const page = { status: "open", agent: principal.id, order: "oldest", each: true } as const;
    const { items } = await server.operator.list(page);
    return items.length >= count ? items : undefined;
  });
}

async function openCall(agent: EarshotClient): Promise<OpenAuthorization> {
  const [request] = await open(agent);
  return request as OpenAuthorization;
}

/** What a person does to the one open call. */
const DEEDS = {
  async approve(agent: EarshotClient) {
    const { id, authorization } = await openCall(agent);
    await server.operator.approve({ id, digest: authorization.digest });
  },
  async edit(agent: EarshotClient) {
    const { id, authorization } = await openCall(agent);
    const args = { ...authorization.action.args, amount: 90 };
    const { digest } = await server.operator.previewEdit({ id, args });
    await server.operator.approve({ id, digest, args });
  },
  async reject(agent: EarshotClient, reason?: string) {
    const { id } = await openCall(agent);
    await server.operator.reject({ id, ...present({ reason }) });
  },
  async cancel(agent: EarshotClient) {
    const { id } = await openCall(agent);
    await server.operator.cancel({ id, reason: "The invoice was paid." });
  },
};

/** What becomes of a call while a person does something to it. */
async function sought(
  deed: (agent: EarshotClient) => Promise<void>,
  call: Called = CALL,
): Promise<{ readonly agent: EarshotClient; readonly outcome: SoughtCall }> {
  const agent = await newAgent();
  const [outcome] = await Promise.all([seek(agent, call, { key: ["t", "c"] }), deed(agent)]);
  return { agent, outcome };
}

describe("a call that is sought", () => {
  test("and approved may run as it was called, once", async () => {
    const { agent, outcome } = await sought(DEEDS.approve);
    expect(outcome).toMatchObject({ outcome: "approved", args: CALL.args, by: expect.any(String) });
    expect(outcome).not.toHaveProperty("patch");
    expect(outcome).not.toHaveProperty("says");
    expect((await take(agent, outcome)).args).toEqual(CALL.args);
    await expect(take(agent, outcome)).rejects.toSatisfy((error) => refusalOf(error) === "used");
  });

  test("and edited may run as it was edited, and the model is told how", async () => {
    const { agent, outcome } = await sought(DEEDS.edit);
    const args = { to: "ana", amount: 90 };
    const patch = [{ op: "replace", path: "/amount", value: 90 }];
    expect(outcome).toMatchObject({ outcome: "approved", args, patch });
    expect(outcome.says).toContain('It runs with {"amount":90,"to":"ana"}.');
    expect(await take(agent, outcome)).toMatchObject({ args, patch });
  });

  test("and rejected does not run, and its reason comes in the person's words", async () => {
    const { agent, outcome } = await sought((one) => DEEDS.reject(one, "Too much; ask for 100."));
    expect(outcome).toMatchObject({ outcome: "rejected", reason: "Too much; ask for 100." });
    expect(outcome).not.toHaveProperty("args");
    expect(outcome.says).toContain("Too much; ask for 100.");
    await expect(take(agent, outcome)).rejects.toThrow("Too much; ask for 100.");
  });

  test("and responded to instead of run gives the response as it was typed", async () => {
    const response = "The invoice was paid yesterday.\n  See #4711 – no more is due.";
    const { agent, outcome } = await sought(async (one) => {
      await server.operator.respond({ id: (await openCall(one)).id, text: response });
    });
    expect(outcome).toMatchObject({ outcome: "responded", response });
    expect(outcome.says).toMatch(/words, not the output of transfer, and they approve nothing:\n/);
    expect(outcome.says?.endsWith(response)).toBe(true);
    await expect(take(agent, outcome)).rejects.toMatchObject({ code: "NOT_APPROVED" });
  });

  test("and approved with a note tells the model the note, and runs as it was called", async () => {
    const { agent, outcome } = await sought(async (one) => {
      const { id, authorization } = await openCall(one);
      const { digest } = authorization;
      await server.operator.approve({ id, digest, note: "Tell Ben." });
    });
    expect(outcome).toMatchObject({ outcome: "approved", notes: [{ text: "Tell Ben." }] });
    expect(outcome.says).toContain("adds: Tell Ben.");
    expect(await take(agent, outcome)).not.toHaveProperty("patch");
  });

  test("and cancelled says so, and why", async () => {
    const { outcome } = await sought(DEEDS.cancel);
    expect(outcome).toMatchObject({ outcome: "cancelled", reason: "The invoice was paid." });
  });

  test("and decided by nobody in time has expired, and a late decision changes nothing", async () => {
    const agent = await newAgent();
    const outcome = await seek(agent, { ...CALL, expiresInMs: 1_000 }, { key: "c" });
    expect(outcome.outcome).toBe("expired");
    expect(outcome.says).toContain("decided by nobody in time");
    const { id, authorization } = outcome.request;
    await expect(
      server.operator.approve({ id, digest: authorization.digest }),
    ).rejects.toMatchObject({ code: "REQUEST_CLOSED" });
    expect((await seek(agent, { ...CALL, expiresInMs: 1_000 }, { key: "c" })).outcome).toBe(
      "expired",
    );
  });

  test("with a secret tells what may run only where it is taken", async () => {
    const call = { ...CALL, args: { ...CALL.args, pin: "1234" }, secrets: ["/pin"] };
    const { agent, outcome } = await sought(DEEDS.edit, call);
    expect(outcome).not.toHaveProperty("args");
    expect(JSON.stringify(outcome)).not.toContain("1234");
    expect((await take(agent, outcome)).args).toEqual({ to: "ana", amount: 90, pin: "1234" });
  });

  test("under a key of another call is refused", async () => {
    const { agent } = await sought(DEEDS.approve);
    const other = { ...CALL, args: { to: "eve", amount: 1 } };
    await expect(seek(agent, other, { key: ["t", "c"] })).rejects.toMatchObject({
      code: "KEY_REUSED",
    });
  });

  test("in two threads at once is two matters, since each has its own key", async () => {
    const agent = await newAgent();
    for (const key of ["t1", "t2"]) await seek(agent, CALL, { key: [key, "c"], holdMs: 0 });
    expect(await open(agent, 2)).toHaveLength(2);
  });

  test("twice under one key is one matter, and both hear the same", async () => {
    const agent = await newAgent();
    const both = [1, 2].map(() => seek(agent, CALL, { key: "c" }));
    await DEEDS.edit(agent);
    const [one, other] = await Promise.all(both);
    expect(one?.args).toEqual({ to: "ana", amount: 90 });
    expect(other).toEqual(one);
  });
});

describe("an approval that is taken under a key", () => {
  test("leaves the key of the run to its other approvals", async () => {
    const agent = await newAgent();
    for (const id of ["first", "second"]) {
      const asked = seek(agent, CALL, { key: ["t", id] });
      await DEEDS.approve(agent);
      const taken = await take(agent, await asked, { key: "run-1" });
      expect(taken).not.toHaveProperty("repeated");
    }
  });

  test("is taken again under the same key only, and says so", async () => {
    const { agent, outcome } = await sought(DEEDS.approve);
    expect(await take(agent, outcome, { key: "run-1" })).not.toHaveProperty("repeated");
    expect(await take(agent, outcome, { key: "run-1" })).toMatchObject({
      args: CALL.args,
      repeated: true,
    });
    for (const options of [{ key: "run-2" }, {}]) {
      await expect(take(agent, outcome, options)).rejects.toSatisfy(
        (error) => refusalOf(error) === "used",
      );
    }
  });
});

const FIELDS = {
  kind: "fields",
  schema: {
    type: "object",
    properties: {
      sure: { type: "boolean" },
      count: { type: "integer" },
      words: { type: "string" },
    },
    required: ["sure", "count", "words"],
  },
} as const;
const FALSY = { fields: { sure: false, count: 0, words: "" } };
const OPTIONS = [{ label: "eu" }, { label: "us" }];
const CHOICE = { kind: "choice", options: OPTIONS } as const;
const CHOICES = { kind: "choices", options: OPTIONS } as const;

describe("a question", () => {
  test.each<[string, { form: Form; answer: Answer; values: unknown }]>([
    ["a text", { form: { kind: "text" }, answer: { text: "eu" }, values: "eu" }],
    ["an option", { form: CHOICE, answer: { choice: "us" }, values: "us" }],
    ["several options", { form: CHOICES, answer: { choices: ["eu"] }, values: ["eu"] }],
    ["no option", { form: CHOICES, answer: { choices: [] }, values: [] }],
    [
      "fields that are false, zero and empty",
      { form: FIELDS, answer: FALSY, values: FALSY.fields },
    ],
  ])("is given %s", async (_, { form, answer, values }) => {
    const agent = await newAgent();
    const asking = askFor(agent, { text: "Which?", form }, { key: "q" });
    const [asked] = await open(agent);
    if (asked !== undefined) await server.operator.answer({ id: asked.id, answer });
    expect(await asking).toMatchObject({ outcome: "answered", values });
  });

  test("that is answered before anybody waits is given its answer at once", async () => {
    const agent = await newAgent();
    const { request } = await askFor(agent, REGION, { key: "q", holdMs: 0 });
    await server.operator.answer({ id: request.id, answer: { text: "eu" } });
    expect(await askFor(agent, REGION, { key: "q" })).toMatchObject({ values: "eu" });
  });

  test("that is answered late stays expired for whoever asks again", async () => {
    const agent = await newAgent();
    const question = { ...REGION, expiresInMs: 1_000 };
    const { request, outcome } = await askFor(agent, question, { key: "q" });
    expect(outcome).toBe("expired");
    const late = { id: request.id, answer: { text: "eu" } };
    await server.operator.answer(late).catch(() => {});
    const again = await askFor(agent, question, { key: "q" });
    expect(again.outcome).toBe("expired");
    expect(again).not.toHaveProperty("values");
  });

  test("that is taken back says why", async () => {
    const agent = await newAgent();
    const asking = askFor(agent, REGION, { key: "q" });
    await DEEDS.cancel(agent);
    const taken = await asking;
    expect(taken).toMatchObject({ outcome: "cancelled", reason: "The invoice was paid." });
    expect(taken).not.toHaveProperty("values");
  });

  test("is pending when its hold is over, and stays open", async () => {
    const agent = await newAgent();
    expect((await askFor(agent, REGION, { key: "q", holdMs: 300 })).outcome).toBe("pending");
    expect(await open(agent)).toHaveLength(1);
  });

  test("whose wait is ended by a signal stays open", async () => {
    const agent = await newAgent();
    const ended = new AbortController();
    const asking = askFor(agent, REGION, { key: "q", signal: ended.signal });
    await open(agent);
    ended.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
    expect(await open(agent)).toHaveLength(1);
  });
});

describe("several matters at once", () => {
  test("are all asked before any is waited for, and may close in any order", async () => {
    const agent = await newAgent();
    const heard: number[] = [];
    const putting = putToPeople(
      agent,
      [
        { key: "1", question: ask("First?") },
        { key: "2", question: ask("Second?") },
        { key: "3", call: CALL },
      ],
      { onOutcome: (_, index) => heard.push(index) },
    );
    const asked = await open(agent, 3);
    const call = asked.find((one) => one.kind === "authorization") as OpenAuthorization;
    await server.operator.reject({ id: call.id, reason: "No." });
    await expect.poll(() => heard).toEqual([2]);
    for (const [text, answer] of [
      ["Second?", "two"],
      ["First?", "one"],
    ] as const) {
      const found = asked.find((one) => one.kind === "question" && one.question.text === text);
      await server.operator.answer({ id: found?.id ?? call.id, answer: { text: answer } });
      await expect.poll(() => heard).toContain(text === "First?" ? 0 : 1);
    }
    const [first, second, third] = await putting;
    expect([first.values, second.values, third.outcome]).toEqual(["one", "two", "rejected"]);
    expect(heard).toEqual([2, 1, 0]);
  });

  test("are refused where they are more than can be waited for, and nobody is asked", async () => {
    const agent = await newAgent();
    const many = Array.from({ length: 101 }, (_, n) => ({ key: `${n}`, question: ask(`${n}?`) }));
    await expect(putToPeople(agent, many)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(
      (await server.operator.list({ agent: (await agent.whoami()).principal.id })).items,
    ).toEqual([]);
  });
});

describe("what a run asked before", () => {
  test("is withdrawn, but for what it has taken up again and what people have closed", async () => {
    const agent = await newAgent();
    const thread = { key: "thread-7", title: "Invoices of May" };
    const conversation = await openThread(agent, thread);
    const [old, kept, answered] = await putToPeople(
      agent,
      [
        { key: "old", call: { ...CALL, conversation } },
        { key: "kept", question: { text: "Kept?", conversation } },
        { key: "answered", question: { text: "Answered?", conversation } },
      ],
      { holdMs: 0 },
    );
    const elsewhere = await askFor(agent, REGION, { key: "elsewhere", holdMs: 0 });
    await server.operator.answer({ id: answered.request.id, answer: { text: "yes" } });

    expect(await openThread(agent, thread)).toBe(conversation);
    const reason = "The agent was started again.";
    const withdrawn = await withdraw(agent, { conversation, keep: [kept.request.id], reason });
    expect(withdrawn).toEqual([old.request.id]);
    expect(await seek(agent, { ...CALL, conversation }, { key: "old" })).toMatchObject({
      outcome: "cancelled",
      reason,
    });
    const stillOpen = (await open(agent, 2)).map(({ id }) => id).toSorted();
    expect(stillOpen).toEqual([kept.request.id, elsewhere.request.id].toSorted());
    expect(await withdraw(agent, { conversation, keep: [kept.request.id] })).toEqual([]);
  });
});
