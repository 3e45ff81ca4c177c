import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OnAskedBack } from "../../src/bridges/index.ts";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import type { Answer } from "../../src/domain/requests/question.ts";
import type { OpenAuthorization, ShownRequest } from "../../src/domain/requests/request.ts";
import { eventually, openServer, type TestServer, testFolder } from "../support/cli.ts";

/** A call that the scripted model makes in its first turn. */
export interface ScriptedCall {
  readonly tool: "transfer" | "ask_person";
  readonly args: JsonObject;
}

/** An agent of a framework, with a model that makes its calls at once and then ends. */
export interface Play {
  readonly earshot: EarshotClient;
  readonly thread: string;
  /** Where the framework keeps what outlives a process. */
  readonly folder: string;
  readonly calls: readonly ScriptedCall[];
  /** Hears of each run of the tool. */
  readonly ran: (args: JsonObject) => unknown;
  readonly expiresInMs?: number;
  /** The model may ask for files. */
  readonly files?: boolean;
  /** Arguments that people do not see. */
  readonly secrets?: readonly string[];
  readonly agentName?: string;
  /** Answers what a person asks before they decide. */
  readonly onAskedBack?: OnAskedBack;
  /** Ends the process, as far as the agent can tell. */
  readonly signal?: AbortSignal;
}

/** Plays an agent to its end; resolves with all that its model was told, as JSON. */
export type PlayBridge = (play: Play) => Promise<string>;

const PAY: ScriptedCall = { tool: "transfer", args: { to: "ana", amount: 5_000 } };
const ASK: ScriptedCall = { tool: "ask_person", args: { question: "Which region?" } };
const OPTIONS = { question: "Which?", options: ["eu", "us"] };
const SEVERAL = { question: "Which?", options: ["eu", "us"], several: true };

/** How the model reads that a person has changed its call. */
export const EDIT_TOLD = /changed its arguments.*90/;

class Stage {
  readonly ran: JsonObject[] = [];
  readonly #ended = new AbortController();
  readonly operator: EarshotClient;
  readonly play: Play;
  readonly bridge: PlayBridge;

  constructor(operator: EarshotClient, play: Play, bridge: PlayBridge) {
    this.operator = operator;
    this.play = play;
    this.bridge = bridge;
  }

  start(more: Partial<Play> = {}): Promise<string> {
    const ran = (args: JsonObject) => this.ran.push(args);
    const { signal } = this.#ended;
    return this.bridge(Object.assign({}, this.play, { ran, signal }, more));
  }

  /** Starts the agent, and ends it once it has asked. */
  async startAndEnd(): Promise<void> {
    const playing = this.start();
    playing.catch(() => {});
    await this.open(this.play.calls.length);
    this.#ended.abort(new Error("ended"));
    await expect(playing).rejects.toThrow();
  }

  resume(more: Partial<Play> = {}): Promise<string> {
    return this.start(Object.assign({ signal: new AbortController().signal }, more));
  }

  async open(count = 1): Promise<readonly ShownRequest[]> {
    const agent = (await this.play.earshot.whoami()).principal.id;
    return await eventually(async () => {
      const page = { status: "open", agent, order: "oldest", each: true } as const;
      const { items } = await this.operator.list(page);
      return items.length >= count ? items : undefined;
    });
  }

  /** All that was ever asked. */
  async asked(): Promise<number> {
    const agent = (await this.play.earshot.whoami()).principal.id;
    return (await this.operator.list({ agent, each: true })).items.length;
  }

  async approve(one?: ShownRequest): Promise<void> {
    const { id, authorization } = (one ?? (await this.open())[0]) as OpenAuthorization;
    await this.operator.approve({ id, digest: authorization.digest });
  }

  async edit(one?: ShownRequest): Promise<void> {
    const { id, authorization } = (one ?? (await this.open())[0]) as OpenAuthorization;
    const args = Object.assign({}, authorization.action.args, { amount: 90 });
    const { digest } = await this.operator.previewEdit({ id, args });
    await this.operator.approve({ id, digest, args });
  }

  async respond(text: string): Promise<void> {
    const [open] = await this.open();
    if (open !== undefined) await this.operator.respond({ id: open.id, text });
  }

  async reject(reason: string): Promise<void> {
    const [open] = await this.open();
    if (open !== undefined) await this.operator.reject({ id: open.id, reason });
  }
}

/** What holds of every bridge, whatever framework is behind it. */
export function describeBridge(
  name: string,
  bridge: PlayBridge,
  { takesFiles = false }: { readonly takesFiles?: boolean } = {},
): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server.close());

  let made = 0;
  async function stage(
    calls: readonly ScriptedCall[],
    more: Pick<Play, "expiresInMs"> = {},
  ): Promise<Stage> {
    made += 1;
    const agent = { kind: "agent", name: `played-${made}` } as const;
    const { secret } = await server.operator.createKey(agent);
    const earshot = createClient({ url: server.url(), key: secret ?? "" });
    const ran = () => {};
    const fixed = { earshot, calls, ran, thread: "thread-7", folder: testFolder() };
    const play = Object.assign(fixed, present({ expiresInMs: more.expiresInMs }));
    return new Stage(server.operator, play, bridge);
  }

  describe(`a call behind ${name}`, () => {
    test("that is approved runs once, as it was called", async () => {
      const on = await stage([PAY]);
      const [told] = await Promise.all([on.start(), on.approve()]);
      expect(on.ran).toEqual([PAY.args]);
      expect(told).toContain("sent 5000 to ana");
    });

    test("that is edited runs once, as it was edited, and the model is told so", async () => {
      const on = await stage([PAY]);
      const [told] = await Promise.all([on.start(), on.edit()]);
      expect(on.ran).toEqual([{ to: "ana", amount: 90 }]);
      expect(told).toContain("sent 90 to ana");
      expect(told).toMatch(EDIT_TOLD);
    });

    test("that is rejected does not run, and the model reads the person's reason", async () => {
      const on = await stage([PAY]);
      const [told] = await Promise.all([on.start(), on.reject("Too much; ask for 100.")]);
      expect(on.ran).toEqual([]);
      expect(told).toContain("Too much; ask for 100.");
    });

    test("that is responded to instead of run gives the model the response as it was typed", async () => {
      const response = "It was paid yesterday.\n  See #4711 – “no more” is due.";
      const on = await stage([PAY]);
      const [told] = await Promise.all([on.start(), on.respond(response)]);
      expect(on.ran).toEqual([]);
      expect(told).toContain(JSON.stringify(response).slice(1, -1));
      expect(told).toContain("a person's words, not the output of");
    });

    test("that a person asks about is answered by the program, once, and decided then", async () => {
      const on = await stage([PAY]);
      const heard: string[] = [];
      const onAskedBack: OnAskedBack = ({ text }, { id }) => {
        heard.push(id);
        return `${text} That of May.`;
      };
      const playing = on.start({ onAskedBack });
      const [open] = await on.open();
      const id = open?.id ?? "req_";
      await on.operator.askBack({ id, text: "Which invoice?" });
      const told = await eventually(async () => {
        const { request } = await on.operator.show({ id });
        return request.askedBack?.[0]?.answer;
      });
      expect(told.text).toBe("Which invoice? That of May.");
      await on.approve();
      await playing;
      expect(on.ran).toEqual([PAY.args]);
      expect(heard).toEqual([id]);
    });

    test("that nobody decides in time does not run, and a late decision changes nothing", async () => {
      const on = await stage([PAY], { expiresInMs: 1_000 });
      const playing = on.start();
      const [open] = await on.open();
      expect(await playing).toContain("decided by nobody in time");
      await expect(on.approve(open)).rejects.toMatchObject({ code: "REQUEST_CLOSED" });
      expect(on.ran).toEqual([]);
    });

    test("that is cancelled does not run, and the model is told why", async () => {
      const on = await stage([PAY]);
      const playing = on.start();
      const [open] = await on.open();
      await server.operator.cancel({ id: open?.id ?? "req_", reason: "The invoice was paid." });
      expect(await playing).toContain("The invoice was paid.");
      expect(on.ran).toEqual([]);
    });

    test("that is made beside another is asked with it, and both may be decided in reverse", async () => {
      const other: ScriptedCall = { tool: "transfer", args: { to: "ben", amount: 7_000 } };
      const on = await stage([PAY, other]);
      const playing = on.start();
      const open = await on.open(2);
      for (const one of open.toReversed()) await on.approve(one);
      const told = await playing;
      expect(on.ran).toHaveLength(2);
      expect(on.ran).toEqual(expect.arrayContaining([PAY.args, other.args]));
      expect(told.indexOf("sent 5000 to ana")).toBeLessThan(told.indexOf("sent 7000 to ben"));
      expect(told).toContain("sent 7000 to ben");
    });

    test("that is edited beside a rejected one runs, and the model is told of both", async () => {
      const other: ScriptedCall = { tool: "transfer", args: { to: "ben", amount: 7_000 } };
      const on = await stage([PAY, other]);
      const playing = on.start();
      const [first, second] = await on.open(2);
      await on.edit(second);
      await server.operator.reject({ id: first?.id ?? "req_", reason: "She was paid." });
      const told = await playing;
      expect(on.ran).toEqual([{ to: "ben", amount: 90 }]);
      expect(told).toContain("She was paid.");
      expect(told).toContain("sent 90 to ben");
      expect(told).toMatch(EDIT_TOLD);
      expect(await on.asked()).toBe(2);
    });

    test("that is edited while no process waits runs as edited once one comes back", async () => {
      const on = await stage([PAY]);
      await on.startAndEnd();
      await on.edit();
      expect(await on.resume()).toMatch(EDIT_TOLD);
      expect(on.ran).toEqual([{ to: "ana", amount: 90 }]);
      expect(await on.asked()).toBe(1);
    });

    test("that outlives a process is the same call for an agent of another name", async () => {
      const on = await stage([PAY]);
      await on.startAndEnd();
      const resumed = on.resume({ agentName: "renamed" });
      await on.approve();
      expect(await resumed).toContain("sent 5000 to ana");
      expect(await on.asked()).toBe(1);
    });

    test("that two processes take up at once runs once", async () => {
      const on = await stage([PAY]);
      await on.startAndEnd();
      await on.approve();
      await Promise.allSettled([on.resume(), on.resume()]);
      expect(on.ran).toEqual([PAY.args]);
      expect(await on.asked()).toBe(1);
    });
  });

  describe(`a question behind ${name}`, () => {
    test.each<[string, { args: JsonObject; answer: Answer; value: string }]>([
      ["a text", { args: ASK.args, answer: { text: "eu" }, value: '"eu"' }],
      ["a text of nothing but a zero", { args: ASK.args, answer: { text: "0" }, value: '"0"' }],
      ["an option", { args: OPTIONS, answer: { choice: "us" }, value: '"us"' }],
      ["no option", { args: SEVERAL, answer: { choices: [] }, value: "[]" }],
    ])("gives the model %s", async (_, { args, answer, value }) => {
      const on = await stage([{ tool: "ask_person", args }]);
      const playing = on.start();
      const [open] = await on.open();
      await server.operator.answer({ id: open?.id ?? "req_", answer });
      // What was told may have been written as JSON within JSON.
      expect((await playing).replaceAll("\\", "")).toContain(`"answer":${value}`);
    });

    test("that is answered while no process waits is asked once", async () => {
      const on = await stage([ASK]);
      await on.startAndEnd();
      const [open] = await on.open();
      await server.operator.answer({ id: open?.id ?? "req_", answer: { text: "eu" } });
      expect((await on.resume()).replaceAll("\\", "")).toContain('"answer":"eu"');
      expect(await on.asked()).toBe(1);
    });

    test("that nobody answers in time says so", async () => {
      const on = await stage([ASK], { expiresInMs: 1_000 });
      expect((await on.start()).replaceAll("\\", "")).toContain('"outcome":"expired"');
    });
  });

  if (!takesFiles) return;
  describe(`a question for files behind ${name}`, () => {
    test("gives the model a file that a person gave, beside its facts", async () => {
      const args = { question: "The invoice?", files: true };
      const on = await stage([{ tool: "ask_person", args }]);
      const playing = on.start({ files: true });
      const [open] = await on.open();
      const id = open?.id ?? "req_";
      const content = Buffer.from("%PDF-1.7 a scan").toString("base64");
      const named = { id, name: "may.pdf", media_type: "application/pdf", content };
      const file = await server.operator.uploadFile(named);
      await server.operator.answer({ id, answer: { fields: { files: [{ ...file }] } } });
      const told = (await playing).replaceAll("\\", "");
      expect(told).toContain('"name":"may.pdf"');
      expect(told).toContain(content);
    });
  });
}
