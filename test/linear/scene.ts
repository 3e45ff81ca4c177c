import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../src/client/index.ts";
import { present } from "../../src/domain/present.ts";
import { asAuthorization, type ShownRequest } from "../../src/domain/requests/request.ts";
import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { Random } from "../../src/testing/simulator/random.ts";
import type { Member } from "../crash/harness/calls.ts";
import type { Members } from "../crash/harness/crowd.ts";
import type { RequestHistory, Wish } from "./history.ts";
import { createRecorder, type Recorded, type Recorder } from "./record.ts";

export interface SceneOptions {
  /** The addresses of the nodes, asked again before every attempt. */
  readonly nodes: () => readonly string[];
  readonly members: Members;
  readonly random: Random;
  /** How many requests live at the same time. */
  readonly requests: number;
  /** What the requests of one scene are told apart by. */
  readonly name: string;
}

/** What one attempt is, at whichever node. */
interface Move {
  readonly by: Member;
  readonly wish: Wish;
  call(client: Recorded["client"], options: CallOptions): Promise<ShownRequest>;
}

/** Attempts without a reply before somebody gives up; a node may be away for a while. */
const TRIES = 100;
const PAUSE_MS = 25;
const EXPIRES_IN_MS = 1_000;

/**
 * Many callers who ask, close and read the same few requests at once at all nodes, and repeat what
 * got no reply elsewhere; gives all that was attempted, one history for each request.
 */
export async function playScene(options: SceneOptions): Promise<readonly RequestHistory[]> {
  const numbers = Array.from({ length: options.requests }, (_, number) => number);
  return await Promise.all(numbers.map((number) => playRequest(options, number)));
}

async function playRequest(options: SceneOptions, number: number): Promise<RequestHistory> {
  const { random, members, nodes } = options;
  const recorder = createRecorder();
  const stage = createStage(options, recorder);
  const name = `${options.name}-${number}`;
  const isAction = random.chance(0.3);
  const expires = !isAction && random.chance(0.15);
  if (expires) recorder.mayExpireIn(EXPIRES_IN_MS);
  const ask = isAction ? seekOf(members, name) : askOf(members, name, expires);
  const request = await stage.insist(ask);
  if (request === undefined) return recorder.history;

  const closings = isAction
    ? decisionsOf(members, request, name)
    : answersOf(members, request, name);
  const closing = closings
    .filter(() => random.chance(expires ? 0.4 : 0.75))
    .map(async (move) => {
      await pause(random.int(0, PAUSE_MS));
      await stage.insist(move);
      if (random.chance(0.4)) await stage.insist(move);
    });
  const reading = Array.from({ length: 3 }, async () => {
    for (let count = 0; count < 4; count++) {
      await pause(random.int(0, PAUSE_MS));
      await stage.once(readOf(members.agent, request, random.chance(0.5) ? 30 : undefined));
    }
  });
  if (random.chance(0.3)) reading.push(stage.insist(ask).then(() => {}));
  await Promise.all([...closing, ...reading]);
  for (const [index] of nodes().entries()) {
    await stage.insist(readOf(members.agent, request), index);
  }
  return recorder.history;
}

function createStage({ nodes, random }: SceneOptions, recorder: Recorder) {
  async function once(move: Move, node?: number): Promise<ShownRequest | undefined> {
    const urls = nodes();
    const index = node ?? random.int(0, urls.length - 1);
    const url = urls[index] ?? "http://nowhere.invalid";
    const { by, wish } = move;
    const options = "key" in wish ? { idempotencyKey: wish.key } : {};
    const client = createClient({ url, key: by.key, retryForMs: 0 });
    const recorded = { client, name: `${by.principal} at node ${index + 1}` };
    return await recorder.attempt(recorded, wish, () => move.call(client, options));
  }

  return {
    once,
    /** Again, with the same key and mostly elsewhere, until there is a reply. */
    async insist(move: Move, node?: number): Promise<ShownRequest | undefined> {
      for (let tries = 0; tries < TRIES; tries++) {
        const index = recorder.history.length;
        const request = await once(move, node);
        if (recorder.history[index]?.returned !== undefined) return request;
        await pause(random.int(1, 2 * PAUSE_MS));
      }
      return undefined;
    },
  };
}

function askOf({ agent }: Members, name: string, expires: boolean): Move {
  const input = {
    text: `question ${name}`,
    ...present({ expiresInMs: expires ? EXPIRES_IN_MS : undefined }),
  };
  return {
    by: agent,
    wish: { kind: "ask" },
    call: async (client) => (await client.ask(input, { idempotencyKey: `ask-${name}` })).request,
  };
}

function seekOf({ agent }: Members, name: string): Move {
  const input = { tool: "deploy", args: { name }, reason: `action ${name}` };
  return {
    by: agent,
    wish: { kind: "ask" },
    call: async (client) =>
      (await client.authorize(input, { idempotencyKey: `seek-${name}` })).request,
  };
}

function answersOf({ agent, operators }: Members, { id }: ShownRequest, name: string): Move[] {
  const answers = [...operators, operators[0]].map((by, index): Move => {
    const text = `answer-${index}-${name}`;
    const wish: Wish = { kind: "answer", key: text, standing: `answered: ${text}` };
    return {
      by,
      wish,
      call: (client, options) => client.answer({ id, answer: { text } }, options),
    };
  });
  return [...answers, cancelOf(agent, id, name)];
}

function cancelOf(by: Member, id: ShownRequest["id"], name: string): Move {
  const reason = `cancel-${name}`;
  return {
    by,
    wish: { kind: "cancel", key: reason, standing: `cancelled: ${reason}` },
    call: (client, options) => client.cancel({ id, reason }, options),
  };
}

function decisionsOf({ agent, deciders }: Members, request: ShownRequest, name: string): Move[] {
  const { id, authorization } = asAuthorization(request);
  const [first, second] = deciders;
  const reason = `rejection-${name}`;
  const reject: Move = {
    by: second,
    wish: { kind: "reject", key: reason, standing: `rejected: ${reason}` },
    call: (client, options) => client.reject({ id, reason }, options),
  };
  const approve: Move = {
    by: first,
    wish: {
      kind: "approve",
      key: `approval-${name}`,
      standing: `approved: ${first.principal}`,
    },
    call: (client, options) => client.approve({ id, digest: authorization.digest }, options),
  };
  return [approve, reject, cancelOf(agent, id, name)];
}

function readOf(by: Member, { id }: ShownRequest, holdMs?: number): Move {
  if (holdMs === undefined) {
    return {
      by,
      wish: { kind: "show" },
      call: async (client) => (await client.show({ id })).request,
    };
  }
  return {
    by,
    wish: { kind: "wait" },
    call: async (client) => (await client.wait({ id, holdMs })).request,
  };
}
