import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { SCOPES } from "../../../src/channels/slack/slack-scopes.ts";
import { objectOf, parsedJson, textAt } from "../../../src/channels/slack/untrusted-json.ts";
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import type { Harm } from "../../../src/testing/channel-contract/channel-world.ts";
import { KEPT_ALIVE } from "../kept-alive.ts";
import { createFakeFiles, type SharedFile } from "./fake-files.ts";
import { listen } from "./listen.ts";
import { faultsOf } from "./request-validators.ts";
import { BOT_TOKEN, OTHER_TEAM, type SlackEmulator } from "./slack-emulator.ts";

export const APP_TOKEN = "xapp-1-A0EARSHOT-123-abc";

/** One call that the channel made and the platform took. */
export interface Taken {
  readonly method: string;
  readonly args: JsonObject;
  readonly answer: JsonObject;
}

/** Stands in for slack.com: refuses what Slack refuses, and fails when told to. */
export interface ApiProxy {
  readonly url: string;
  readonly taken: readonly Taken[];
  /** What Slack would have refused of the channel's calls. */
  readonly faults: readonly string[];
  /** How many bytes each upload had that was taken. */
  readonly uploads: readonly number[];
  harm(...next: readonly Harm[]): void;
  /** Harms the next call of this method; `upload` is that with the bytes of a file. */
  harmAt(method: string, harm: Harm): void;
  /** What lets a form be opened for somebody who has just pressed something. */
  newTrigger(user: string): Promise<string>;
  /** Makes the next call of a method be refused with a code of Slack's. */
  refuse(method: string, code: string): void;
  /** Takes the next call of the bot, and says with this status that something on the way has failed. */
  failBehind(status: number): void;
  /** Keeps calls of a method waiting until the returned function is called. */
  stall(method: string): () => void;
  /** Puts a file into the workspace; returns how events tell of it. */
  share(file: SharedFile): JsonObject;
  close(): Promise<void>;
}

export async function startApiProxy(
  emulator: SlackEmulator,
  socketUrl: () => string,
): Promise<ApiProxy> {
  const taken: Taken[] = [];
  const faults: string[] = [];
  const harms: Harm[] = [];
  const harmsAt = new Map<string, Harm>();
  const refusals = new Map<string, string>();
  const stalled = new Map<string, Promise<void>>();
  const behind: number[] = [];
  const uploads: number[] = [];

  const triggers = new Map<string, string>();

  async function newTrigger(user: string): Promise<string> {
    const answer = await emulator.call("views.generateTriggerId", { user_id: user });
    const id = textAt(answer, "trigger_id") ?? "";
    triggers.set(id, user);
    return id;
  }

  /** A trigger lives for three seconds, for which a shared machine can stall. */
  async function ask(method: string, args: JsonObject): Promise<JsonObject> {
    if (method === "files.info" && files.has(args)) return files.info(args);
    const answer = await emulator.call(method, args);
    const upload = textAt(answer, "upload_url");
    // Slack names a place of its own, and so does what stands in for it.
    if (upload !== undefined) return { ...answer, upload_url: home() + new URL(upload).pathname };
    const user = triggers.get(textAt(args, "trigger_id") ?? "");
    if (user === undefined || answer["error"] !== "expired_trigger_id") return answer;
    return await emulator.call(method, { ...args, trigger_id: await newTrigger(user) });
  }

  async function answerTo(method: string, args: JsonObject): Promise<JsonObject> {
    const found = faultsOf(method, args);
    faults.push(...found);
    if (found.length > 0) return { ok: false, error: "invalid_blocks" };
    const answer = asSlack(await ask(method, args), emulator);
    if (answer["ok"] === true) taken.push({ method, args, answer });
    return answer;
  }

  /** What the caller gets; undefined where the connection breaks instead. */
  async function outcomeOf(call: Call): Promise<Outcome | undefined> {
    const isForApp = call.method === "apps.connections.open";
    if (call.token !== (isForApp ? APP_TOKEN : BOT_TOKEN)) return { answer: INVALID_AUTH };
    await stalled.get(call.method);
    const refusal = refusals.get(call.method);
    refusals.delete(call.method);
    if (refusal !== undefined) return { answer: { ok: false, error: refusal } };
    return isForApp ? { answer: { ok: true, url: socketUrl() } } : await outcomeAsBot(call);
  }

  function nextHarm(method: string): Harm | undefined {
    const harm = harmsAt.get(method);
    harmsAt.delete(method);
    return harm ?? harms.shift();
  }

  async function outcomeAsBot({ method, args }: Call): Promise<Outcome | undefined> {
    const status = behind.shift();
    if (status !== undefined) {
      await answerTo(method, args);
      return { status, answer: {} };
    }
    const harm = nextHarm(method);
    if (harm === undefined) return { answer: await answerTo(method, args) };
    if (harm === "lost_after") await answerTo(method, args);
    return HARMED[harm];
  }

  /** Takes the bytes of a file, and fails as calls do. */
  async function takeBytes(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const harm = nextHarm("upload");
    const body = await buffer(request);
    if (harm === undefined || harm === "lost_after") {
      const taken = await fetch(`${emulator.url}${request.url}`, { method: "POST", body });
      uploads.push(body.length);
      if (harm === undefined) {
        response.writeHead(taken.status).end(await taken.text());
        return;
      }
    }
    const outcome = HARMED[harm];
    if (outcome === undefined) request.socket.destroy();
    else reply(response, outcome);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (files.serve(request, response)) return;
    if (request.url?.startsWith("/upload/") === true) return await takeBytes(request, response);
    const method = (request.url ?? "").replace(/^\/api\//, "");
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const outcome = await outcomeOf({ method, token, args: argsOf(await bodyOf(request)) });
    if (outcome === undefined) request.socket.destroy();
    else reply(response, outcome);
  }

  const server = createServer(KEPT_ALIVE, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const { port, close } = await listen(server);
  const home = () => `http://127.0.0.1:${port}`;
  const files = createFakeFiles(home);
  return {
    url: `http://127.0.0.1:${port}/api/`,
    taken,
    faults,
    uploads,
    newTrigger,
    share(file) {
      files.share(file);
      return files.told(file.id);
    },
    harm: (...next) => void harms.push(...next),
    harmAt: (method, harm) => void harmsAt.set(method, harm),
    refuse: (method, code) => void refusals.set(method, code),
    failBehind: (status) => void behind.push(status),
    stall(method) {
      const { promise, resolve } = Promise.withResolvers<void>();
      stalled.set(method, promise);
      return () => {
        stalled.delete(method);
        resolve();
      };
    },
    close,
  };
}

interface Call {
  readonly method: string;
  readonly token: string;
  readonly args: JsonObject;
}

interface Outcome {
  readonly status?: number;
  readonly answer: JsonObject;
}

const INVALID_AUTH = { ok: false, error: "invalid_auth" };

const HARMED: Readonly<Record<Harm, Outcome | undefined>> = {
  rate_limited: { status: 429, answer: { ok: false, error: "ratelimited" } },
  server_error: { status: 503, answer: {} },
  refused: { answer: { ok: false, error: "restricted_action" } },
  lost_before: undefined,
  lost_after: undefined,
};

function reply(response: ServerResponse, { status = 200, answer }: Outcome): void {
  const wait = status === 429 ? { "retry-after": "2" } : {};
  const type = { "content-type": "application/json", "x-oauth-scopes": SCOPES.join(",") };
  response.writeHead(status, { ...type, ...wait }).end(JSON.stringify(answer));
}

/** The emulator knows neither guests nor other workspaces. */
function asSlack(answer: JsonObject, { people }: SlackEmulator): JsonObject {
  const user = objectOf(answer["user"]);
  const id = textAt(user, "id");
  if (id === people.guest) return { ...answer, user: { ...user, is_restricted: true } };
  if (id !== people.outsider) return answer;
  return { ...answer, user: { ...user, team_id: OTHER_TEAM, is_stranger: true } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** What is not a text comes as JSON within the form. */
function argsOf(body: string): JsonObject {
  const entries = [...new URLSearchParams(body)].map(([name, value]): [string, Json] => {
    const isJson = ["blocks", "metadata", "view"].includes(name);
    return [name, isJson ? (parsedJson(value) ?? value) : value];
  });
  return Object.fromEntries(entries);
}
