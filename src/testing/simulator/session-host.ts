import { isEarshotError } from "../../domain/errors.ts";
import type { AgentPrincipal } from "../../domain/people/principal.ts";
import type { SessionCall, SessionEntryBody } from "../../domain/sessions/session.ts";
import type { ClaimedSession, HeldSession } from "../../ports/earshot/sessions.ts";
import type { CallServer } from "./network.ts";
import { demand } from "./violation.ts";
import type { WorkloadParts } from "./world.ts";

/** A host of one agent, which outlives servers and is itself killed. */
export interface SimulatedHost {
  /** Works until it is stopped. */
  run(): Promise<void>;
  stop(): void;
  /** Forgets everything, as after signal 9, and starts again. */
  kill(): void;
}

export interface HostParts extends WorkloadParts {
  readonly agent: AgentPrincipal;
  readonly name: string;
}

/** The next wish of an agent's model: a repeatable tool, another tool, a person's word, or the end. */
const WISHES = ["look", "look", "send", "ask_operator", "ask_operator", "end", "end"] as const;
const MAX_STEPS = 5;
const AT_ONCE = 3;
const HOLD_MS = 12_000;
const STALLS_FOR_MS = 60_000;

/** It was killed meanwhile, and what it was about is nobody's any more. */
class Killed extends Error {}

export function createSimulatedHost(parts: HostParts): SimulatedHost {
  const { random, agent, name, callers, oracle } = parts;
  const { sessions } = oracle;
  let life = 0;
  let count = 0;
  let isStopped = false;

  /** Calls the server, for as long as this life lasts. */
  async function call<T>(born: number, label: string, ask: CallServer<T>): Promise<T> {
    const result = await callers.persist(agent, `${name} ${label} ${++count}`, ask);
    if (born !== life) throw new Killed();
    return result;
  }

  async function sleep(born: number, ms: number): Promise<void> {
    await callers.sleep(ms);
    if (born !== life) throw new Killed();
  }

  async function renewOn(born: number, held: HeldSession, work: Work): Promise<void> {
    while (!work.isOver) {
      await sleep(born, work.leaseMs / 3);
      if (work.isOver) return;
      await call(born, "renews", (earshot) => earshot.renewSession(held));
    }
  }

  async function workOn(born: number, claimed: ClaimedSession): Promise<void> {
    const { session, leaseMs } = claimed;
    const held = { id: session.id, epoch: session.epoch };
    const work: Work = { ...claimed, leaseMs, held, isOver: false };
    const renewal = renewOn(born, held, work).catch(ignoreLoss);
    try {
      await advance({
        work,
        log: work.entries.map(({ body }) => body),
        random,
        sessions,
        call: (label, ask) => call(born, label, ask),
        sleep: (ms) => sleep(born, ms),
      });
    } catch (error) {
      ignoreLoss(error);
    } finally {
      work.isOver = true;
      void renewal;
    }
  }

  async function live(born: number): Promise<void> {
    const working = new Set<Promise<void>>();
    while (!isStopped) {
      if (working.size >= AT_ONCE) await Promise.race(working);
      const options = { idempotencyKey: `${name}-claim-${++count}` };
      const input = { host: `${name}-${born}`, holdMs: random.int(0, HOLD_MS) };
      const { claimed } = await call(born, "claims", (earshot) =>
        earshot.claimSession(input, options),
      );
      if (claimed === undefined) {
        await sleep(born, random.int(50, 1_000));
        continue;
      }
      const work = workOn(born, claimed).finally(() => working.delete(work));
      working.add(work);
    }
    await Promise.all(working);
  }

  return {
    async run() {
      while (!isStopped) {
        try {
          await live(life);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
        }
      }
    },
    stop() {
      isStopped = true;
    },
    kill() {
      life += 1;
    },
  };
}

interface Work extends ClaimedSession {
  readonly held: HeldSession;
  isOver: boolean;
}

/** The work of one life on one session, and what is recorded of it. */
interface Given {
  readonly work: Work;
  readonly log: SessionEntryBody[];
  readonly random: HostParts["random"];
  readonly sessions: HostParts["oracle"]["sessions"];
  /** Both end with the life that they belong to. */
  call<T>(label: string, ask: CallServer<T>): Promise<T>;
  sleep(ms: number): Promise<void>;
}

async function advance(given: Given): Promise<void> {
  const { work, log } = given;
  if (log.length === 0) {
    await record(given, { kind: "prompt", text: `what became of ${work.former?.session.id}` });
  }
  await repeatAsTold(given);
  while (!(await step(given)));
}

/** What is pending is done, then the model is asked; whether the session has ended by that. */
async function step(given: Given): Promise<boolean> {
  for (const pending of pendingIn(given.log)) if (await runCall(given, pending)) return true;
  const { random } = given;
  if (random.chance(0.1)) await given.sleep(random.int(0, STALLS_FOR_MS));
  const next = wishOf(given);
  if (next === undefined) {
    await end(given);
    return true;
  }
  await record(given, { kind: "reply", text: "", calls: [next] });
  return false;
}

/** What the model wants next; undefined if it is done. */
function wishOf({ work, log, random }: Given): SessionCall | undefined {
  const steps = log.filter(({ kind }) => kind === "reply").length;
  const wish = steps >= MAX_STEPS ? "end" : random.pick(WISHES);
  if (wish === "end" || (wish === "ask_operator" && isLong(work))) return undefined;
  return { id: `call-${steps}`, name: wish, args: {} };
}

async function record(given: Given, ...bodies: SessionEntryBody[]): Promise<void> {
  const { log, sessions } = given;
  const { held } = given.work;
  const after = log.length;
  const { entries } = await given.call("records", (earshot) =>
    earshot.recordEntries({ ...held, after, entries: bodies }),
  );
  demand(entries >= after + bodies.length, `entries of ${held.id} are lost: ${entries}`);
  sessions.recorded(held, after, bodies);
  log.push(...bodies);
}

/** Whether the session has ended by it. */
async function runCall(given: Given, pending: SessionCall): Promise<boolean> {
  const { log, work, random, sessions } = given;
  if (pending.name === "ask_operator") return await ask(given, pending, "question");
  const hasBegun = log.some((body) => body.kind === "begun" && body.call === pending.id);
  const isOnce = pending.name === "send";
  if (hasBegun && isOnce) return await ask(given, pending, "repeat");
  if (!hasBegun) await record(given, { kind: "begun", call: pending.id, tool: pending.name });
  sessions.ran(work.held, pending.id);
  if (isOnce) sessions.ranOnce(`${work.held.id} ${pending.id}`);
  if (random.chance(0.2)) await given.sleep(random.int(0, 2_000));
  await record(given, doneOf(pending));
  return false;
}

async function ask(
  { call, sessions, work: { held } }: Given,
  { id }: SessionCall,
  kind: "question" | "repeat",
): Promise<true> {
  const question = { text: `${kind} of ${held.id} ${id}` };
  const { session, request } = await call("asks", (earshot) =>
    earshot.askInSession({ ...held, call: id, kind, question }),
  );
  demand(session.status === "paused", `${held.id} has asked and is ${session.status}`);
  sessions.asked(held.id, request.id);
  return true;
}

/** A call that may have run before its host was killed runs again, if a person says so. */
async function repeatAsTold(given: Given): Promise<void> {
  const { former } = given.work;
  const { waitsFor } = former?.session ?? {};
  const request = former?.request;
  if (former === undefined || waitsFor?.kind !== "repeat" || request?.status !== "answered") return;
  const again = { id: `again-${waitsFor.call}`, name: "send", args: {} };
  const { log, work, sessions } = given;
  if (log.some((body) => body.kind === "begun" && body.call === again.id)) return;
  await record(given, { kind: "begun", call: again.id, tool: again.name });
  sessions.ran(work.held, again.id);
  sessions.ranOnce(`${former.session.id} ${waitsFor.call}`, request.id);
  await record(given, doneOf(again));
}

async function end({ call, random, work: { held } }: Given): Promise<void> {
  const outcome = random.pick([
    "completed",
    "completed",
    "completed",
    "failed",
    "released",
  ] as const);
  const text = random.chance(0.8) ? { text: `the end of ${held.id}` } : {};
  await call("ends", (earshot) => earshot.endSession({ ...held, outcome, ...text }));
}

function pendingIn(log: readonly SessionEntryBody[]): readonly SessionCall[] {
  const done = new Set(log.flatMap((body) => (body.kind === "done" ? [body.call] : [])));
  const calls = log.flatMap((body) => (body.kind === "reply" ? body.calls : []));
  return calls.filter(({ id }) => !done.has(id));
}

function doneOf({ id, name }: SessionCall): SessionEntryBody {
  return { kind: "done", call: id, tool: name, text: "done", isError: false };
}

/** Ends chains: no session asks after the third. */
function isLong({ former }: Work): boolean {
  return former?.session.continues !== undefined;
}

function ignoreLoss(error: unknown): void {
  const isLost = error instanceof Killed || isEarshotError(error, "SESSION_LOST");
  if (!isLost) throw error;
}
