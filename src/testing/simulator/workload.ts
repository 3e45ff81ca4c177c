import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { concernsAgent, type Event } from "../../domain/log/event.ts";
import type { AgentPrincipal, Principal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { AskInput } from "../../ports/earshot/requests.ts";
import { createAuthorityWorkload } from "./authority-workload.ts";
import { createExchangeWorkload } from "./exchange-workload.ts";
import type { CallServer } from "./network.ts";
import { demand, Violation } from "./violation.ts";
import type { WorkloadParts } from "./world.ts";

/** Agents and people who use the server as clients do: they repeat a call until it is settled. */
export interface Workload {
  /** Begins one random operation; resolves when it is settled. */
  act(): Promise<void>;
  /** Gives a new key to everybody who lost theirs. */
  restoreKeys(): Promise<void>;
  /** Follows the log as a principal, over every crash, until it is stopped and has read all. */
  follow(principal: Principal): { run(): Promise<void>; stop(): void };
}

/** How much of what happens is about authorizations. */
const AUTHORITY = 0.5;
/** How much is about decisions that can be taken back, and what is said before one. */
const EXCHANGE = 0.25;
const TOOL_QUESTIONS = 4;
const STREAM_MS = 4_000;
/** More than the slowest store takes to read a page and to commit. */
const LAG_MS = 400;

export function createWorkload(parts: WorkloadParts): Workload {
  const { random, oracle, cast } = parts;
  const { persist } = parts.callers;
  const known: RequestId[] = [];
  const own: OwnParts = { ...parts, numbers: createNumbers(), known };
  const { numbers } = own;
  const answers = createAnswers(own);
  const waitFor = createWaits(own);
  const questions = createQuestions(own, answers);
  const streams = createStreams(parts);
  const { cancelOne } = answers;
  const sought: RequestId[] = [];
  const authority = createAuthorityWorkload({ ...parts, sought, cancelOne, waitFor });
  const exchange = createExchangeWorkload({ ...parts, known, sought, cancelOne });

  async function acknowledge(): Promise<void> {
    const agent = random.pick(cast.agents);
    const { items } = await persist(agent, `mailbox ${numbers.next()}`, (earshot) =>
      earshot.mailbox(),
    );
    const ids = items.map(({ id }) => id).filter(() => random.chance(0.5));
    if (ids.length === 0) return;
    const number = numbers.next();
    const options = { idempotencyKey: `key-${number}` };
    const { acknowledged } = await persist(agent, `acknowledge ${number}`, (earshot) =>
      earshot.acknowledge({ ids }, options),
    );
    oracle.acknowledged(acknowledged, ids);
  }

  /** Much about one question at the same moment: answers, its withdrawal, those who wait for it. */
  async function race(): Promise<void> {
    const id = known.at(-1) ?? random.pick(known);
    const reader = random.pick(cast.operators);
    const after = oracle.events.length;
    await Promise.all([
      ...Array.from({ length: random.int(1, 3) }, () => answers.answerTo(id)),
      ...Array.from({ length: random.int(1, 3) }, () => waitFor([id])),
      ...(random.chance(0.3) ? [answers.cancelOne(id)] : []),
      persist(reader, "stream", (earshot) => streams.readSome(earshot, reader, after)).then(
        () => {},
      ),
    ]);
  }

  async function tell(): Promise<void> {
    const number = numbers.next();
    const text = `message ${number}`;
    const key = `key-${number}`;
    await persist(random.pick(cast.agents), `tell ${number}`, (earshot) =>
      earshot.tell({ text }, { idempotencyKey: key }),
    );
    oracle.told(text);
  }

  const answer = () => answers.answerTo(random.pick(known));
  const cancel = () => answers.cancelOne(random.pick(known));
  const wait = () => waitFor([...new Set([random.pick(known), random.pick(known)])]);

  return {
    restoreKeys: authority.restoreKeys,
    async act() {
      if (random.chance(EXCHANGE)) return await exchange.act();
      if (random.chance(AUTHORITY)) return await authority.act();
      const { ask, askTogether, askByTool } = questions;
      const often = [ask, ask, ask, answer, answer, race, race, cancel, tell, wait, wait];
      const seldom = [askTogether, askTogether, askByTool, askByTool, acknowledge];
      await random.pick(known.length === 0 ? [ask] : [...often, ...seldom])();
    },
    follow: streams.follow,
  };
}

/** Numbers for labels, keys and texts, so that each is there once. */
interface Numbers {
  next(): number;
}

function createNumbers(): Numbers {
  let count = 0;
  return { next: () => ++count };
}

interface OwnParts extends WorkloadParts {
  readonly numbers: Numbers;
  /** The questions that were asked. */
  readonly known: RequestId[];
}

interface Answers {
  answerTo(id: RequestId): Promise<void>;
  cancelOne(id: RequestId): Promise<void>;
}

function createQuestions(
  { random, oracle, cast, callers, numbers, known }: OwnParts,
  answers: Answers,
) {
  const { persist } = callers;

  async function ask(): Promise<void> {
    await askAs(random.pick(cast.agents), `question ${numbers.next()}`);
  }

  /** All agents want to know the same, for which people are asked once. */
  async function askTogether(): Promise<void> {
    const text = `question ${numbers.next()}`;
    const ids = await Promise.all(cast.agents.map((agent) => askAs(agent, text)));
    if (random.chance(0.3)) await answers.cancelOne(random.pick(ids));
    else if (random.chance(0.7)) await answers.answerTo(random.pick(ids));
  }

  async function askAs(agent: AgentPrincipal, text: string): Promise<RequestId> {
    const number = numbers.next();
    const [label, key] = [`ask ${number}`, `key-${number}`];
    const input: AskInput = {
      text,
      ...present({
        expiresInMs: random.chance(0.4) ? random.int(1_000, 30_000) : undefined,
        holdMs: random.chance(0.3) ? random.int(0, 15_000) : undefined,
      }),
    };
    const call: CallServer<{ request: { id: RequestId } }> = (earshot) =>
      earshot.ask(input, { idempotencyKey: key });
    const { request } = await persist(agent, label, call);
    oracle.asked(key, request.id, text);
    known.push(request.id);
    if (random.chance(0.3)) {
      const again = await persist(agent, `${label} again`, call);
      oracle.asked(key, again.request.id, text);
    }
    return request.id;
  }

  /** A few questions, each asked repeatedly, as by clients that give up and call again. */
  async function askByTool(): Promise<void> {
    const agent = random.pick(cast.agents);
    const text = `question of a tool ${random.int(1, TOOL_QUESTIONS)}`;
    const input: AskInput = {
      tool: "ask_human",
      text,
      ...present({
        expiresInMs: random.chance(0.4) ? random.int(1_000, 30_000) : undefined,
        holdMs: random.chance(0.3) ? random.int(0, 15_000) : undefined,
      }),
    };
    const calls = Array.from({ length: random.int(1, 3) }, () =>
      persist(agent, `tool asks ${numbers.next()}`, (earshot) => earshot.ask(input)),
    );
    for (const { request } of await Promise.all(calls)) {
      oracle.askedByTool(request.id, text);
      known.push(request.id);
    }
  }

  return { ask, askTogether, askByTool };
}

function createAnswers({ random, oracle, cast, callers, numbers }: OwnParts): Answers {
  const { persist } = callers;

  async function answerTo(id: RequestId): Promise<void> {
    const operator = random.pick(cast.operators);
    const number = numbers.next();
    const text = `answer ${number}`;
    const key = `key-${number}`;
    try {
      await persist(operator, `answer ${number}`, (earshot) =>
        earshot.answer({ id, answer: { text } }, { idempotencyKey: key }),
      );
      oracle.answered(id, text);
    } catch (error) {
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
      oracle.refusedAsClosed(id, text);
    }
  }

  async function cancelOne(id: RequestId): Promise<void> {
    const number = numbers.next();
    const reason = `reason ${number}`;
    const key = `key-${number}`;
    const owner = oracle.request(id)?.agent;
    const agent = cast.agents.find((candidate) => candidate.id === owner);
    try {
      await persist(agent ?? random.pick(cast.operators), `cancel ${number}`, (earshot) =>
        earshot.cancel({ id, reason }, { idempotencyKey: key }),
      );
      oracle.cancelled(id, reason);
    } catch (error) {
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
    }
  }

  return { answerTo, cancelOne };
}

/** Waits for one or more requests; sees that none ends without what it waited for. */
function createWaits({ random, oracle, cast, callers, numbers }: OwnParts) {
  const { persist } = callers;

  return async function waitFor(ids: readonly RequestId[]): Promise<void> {
    const holdMs = random.int(0, 18_000);
    const label = `wait ${numbers.next()}`;
    // Checked on the server's side of the network, and with the time that a slow store takes to tell
    // of a commit: on the way back a true `pending` can become old.
    if (random.chance(0.5)) {
      const [id] = ids as readonly [RequestId];
      await persist(random.pick(cast.operators), label, async (earshot) => {
        const waited = await earshot.wait({ id, holdMs });
        if (waited.outcome === "pending" && oracle.hadClosed(id, LAG_MS)) {
          throw new Violation(`a wait for ${id} ended without its answer`);
        }
        return waited;
      });
      return;
    }
    const until = random.pick(["any", "all"] as const);
    await persist(random.pick(cast.operators), label, async (earshot) => {
      const { outcome } = await earshot.waitMany({ ids, until, holdMs });
      const isClosed = (id: RequestId) =>
        outcome === "settled"
          ? oracle.request(id)?.status !== "open"
          : oracle.hadClosed(id, LAG_MS);
      const isSettled = until === "any" ? ids.some(isClosed) : ids.every(isClosed);
      if (isSettled !== (outcome === "settled")) {
        throw new Violation(`a wait for ${until} of ${ids.join(", ")} ended as ${outcome}`);
      }
      return outcome;
    });
  };
}

function mayRead(principal: Principal): (event: Event) => boolean {
  return (event) => principal.kind !== "agent" || concernsAgent(event, principal.id);
}

/** Streams of the log that are cut now and then, as connections are. */
function createStreams({ time, random, oracle, callers }: WorkloadParts) {
  const { persist, backOff } = callers;

  /** Events of a stream until it is cut after a while, as connections are. */
  async function readSome(earshot: Earshot, principal: Principal, after: number) {
    const cut = new AbortController();
    const seqs: number[] = [];
    const lengthMs = random.int(0, STREAM_MS);
    time.schedule(lengthMs, "stream is cut", () => cut.abort());
    const events = await earshot.events({ after, follow: true }, { signal: cut.signal });
    for await (const { seq } of events) seqs.push(seq);
    // A stream that was cut at once had no time to bring anything.
    if (lengthMs < LAG_MS) return seqs;
    const late = oracle
      .olderThan(LAG_MS)
      .filter(mayRead(principal))
      .find(({ seq }) => seq > after && !seqs.includes(seq));
    if (late !== undefined) throw new Violation(`event ${late.seq} did not come while followed`);
    return seqs;
  }

  function follow(principal: Principal): ReturnType<Workload["follow"]> {
    const seen: number[] = [];
    const isOwn = mayRead(principal);
    let isStopped = false;
    async function readOn(): Promise<void> {
      const after = seen.at(-1) ?? 0;
      const seqs = await persist(principal, "stream", (earshot) =>
        readSome(earshot, principal, after),
      );
      for (const seq of seqs) {
        demand(seq > (seen.at(-1) ?? 0), `event ${seq} came again`);
        const event = oracle.events.find((one) => one.seq === seq && !isOwn(one));
        demand(
          event === undefined,
          `${principal.name} heard of ${event?.type}, which is not theirs`,
        );
        seen.push(seq);
      }
    }
    return {
      async run() {
        while (!isStopped) {
          await readOn();
          await backOff();
        }
        await readOn();
        const missing = oracle.events.filter(isOwn).find(({ seq }) => !seen.includes(seq));
        if (missing !== undefined) {
          throw new Violation(`event ${missing.seq} never came to ${principal.name}`);
        }
      },
      stop() {
        isStopped = true;
      },
    };
  }

  return { readSome, follow };
}
