import type { RequestId } from "../../../src/domain/id.ts";
import { createRandom, type Random } from "../../../src/testing/simulator/random.ts";
import { type Caller, createCalls, type Member, type Sought } from "./calls.ts";
import type { Ledger } from "./ledger.ts";
import { createPace } from "./pace.ts";
import type { WayIn } from "./way-in.ts";

export interface Members {
  readonly agent: Member;
  /** Two people, so that they can race for a question. */
  readonly operators: readonly [Member, Member];
  /** Two, by keys for scripts. */
  readonly deciders: readonly [Member, Member];
}

export interface CrowdOptions extends Members {
  readonly wayIn: Pick<WayIn, "fetch">;
  readonly ledger: Ledger;
  readonly seed: number;
}

/**
 * Agents ask, tell, cancel, wait, request authorizations and use them. People answer and approve,
 * often two at the same time. All of them outlive the servers.
 */
export interface Crowd {
  /**
   * Asks nothing new and answers what is open. Resolves when every call is acknowledged and every
   * waiter has its answer; after the deadline, with what is missing.
   */
  settle(withinMs: number): Promise<readonly string[]>;
  /** After `settle`: on with new questions. */
  resume(): void;
  /** Ends everybody at once, whatever they are doing. */
  stop(): void;
  repeats(): number;
}

const AGENTS = 6;
const OPERATORS = 5;
const DECIDERS = 2;
const MAX_OPEN = 200;
const MAX_WAITING = 150;

export function createCrowd({ agent, operators, deciders, ...options }: CrowdOptions): Crowd {
  const { ledger, seed } = options;
  const calls = createCalls(options);
  const pace = createPace();
  /** Acknowledged questions that nobody has taken up yet. */
  const open: RequestId[] = [];
  /** Acknowledged authorizations that nobody has decided on yet. */
  const undecided: Sought[] = [];

  /**
   * An open question, usually one of the newest. `leave` leaves it open, so that others can race
   * for it.
   */
  function pickOpen(random: Random, { leave }: { leave: boolean }): RequestId | undefined {
    if (open.length === 0) return undefined;
    const first = random.chance(0.7) ? Math.max(open.length - 8, 0) : 0;
    const index = random.int(first, open.length - 1);
    const id = open[index];
    if (!leave) open.splice(index, 1);
    return id;
  }

  async function ask(caller: Caller, random: Random): Promise<void> {
    const expiresInMs = random.chance(0.1) ? random.int(1_000, 3_000) : undefined;
    const id = await calls.ask(caller, wordsOf(random), expiresInMs);
    if (id === undefined) return;
    open.push(id);
    pace.poke();
    const waits = calls.waiting() < MAX_WAITING ? random.pick([0, 1, 1, 2]) : 0;
    for (let count = 0; count < waits; count++) void calls.wait(caller, id);
  }

  async function cancel(caller: Caller, random: Random): Promise<void> {
    const target = pickOpen(random, { leave: random.chance(0.5) });
    if (target !== undefined) await calls.cancel(caller, { target, text: "not needed" });
  }

  async function seek(caller: Caller, random: Random): Promise<void> {
    const tool = random.pick(["deploy", "delete_user_data"]);
    const sought = await calls.seek(caller, { tool, reason: wordsOf(random) });
    if (sought === undefined) return;
    undecided.push(sought);
    pace.poke();
    await calls.wait(caller, sought.id);
    await calls.run(caller, sought, random.pick([1, 2, 3, 3]));
  }

  async function decideLife(number: number): Promise<void> {
    const random = createRandom(seed * 1_000 + AGENTS + OPERATORS + number);
    const racers = deciders.map((member, index) =>
      calls.caller(member, (number + index) % 2 === 0),
    );
    while (await pace.mayClose(() => undecided.length > 0)) {
      const sought = undecided.shift();
      if (sought === undefined) continue;
      const first = random.int(0, racers.length - 1);
      const deciding = random.chance(0.3) ? racers : racers.slice(first, first + 1);
      await Promise.all(deciding.map((caller) => calls.approve(caller, sought)));
    }
  }

  async function agentLife(number: number): Promise<void> {
    const random = createRandom(seed * 1_000 + number);
    const caller = calls.caller(agent, number % 2 === 0);
    while (await pace.mayBegin()) await begin(caller, random);
  }

  async function begin(caller: Caller, random: Random): Promise<void> {
    const choice = random.next();
    if (choice < 0.55 && open.length < MAX_OPEN) return await ask(caller, random);
    if (choice < 0.72) return await cancel(caller, random);
    if (choice < 0.87) return await seek(caller, random);
    await calls.tell(caller, wordsOf(random));
  }

  async function operatorLife(number: number): Promise<void> {
    const random = createRandom(seed * 1_000 + AGENTS + number);
    const [first, second] = random.chance(0.5) ? operators : operators.toReversed();
    const racers = [first, second].flatMap((member, index) =>
      member === undefined ? [] : calls.caller(member, (number + index) % 2 === 0),
    );
    while (await pace.mayClose(() => open.length > 0)) {
      const target = pickOpen(random, { leave: false });
      if (target === undefined) continue;
      const answering = racers.slice(0, random.chance(0.3) ? 2 : 1);
      await Promise.all(
        answering.map((caller) => calls.answer(caller, { target, text: wordsOf(random) })),
      );
    }
  }

  const lives = [
    ...Array.from({ length: AGENTS }, (_, number) => agentLife(number)),
    ...Array.from({ length: OPERATORS }, (_, number) => operatorLife(number)),
    ...Array.from({ length: DECIDERS }, (_, number) => decideLife(number)),
  ];
  for (const life of lives) {
    life.catch((error: unknown) => ledger.violate(`somebody of the crowd broke down: ${error}`));
  }

  return {
    async settle(withinMs) {
      pace.settle();
      const isAtRest = () =>
        open.length === 0 && undecided.length === 0 && calls.busy().length === 0;
      if (await pace.until(isAtRest, withinMs)) return [];
      return [
        ...open.map((id) => `question ${id}`),
        ...undecided.map(({ id }) => `authorization ${id}`),
        ...calls.busy(),
      ];
    },
    resume: () => pace.work(),
    stop() {
      pace.stop();
      calls.stop();
    },
    repeats: calls.repeats,
  };
}

const WORDS = ["why", "deploy", "to", "staging", "Größe", "質問", "🙂", "  ", "\n", "'", '"'];

/** Mostly short; now and then longer than a page of the database. */
function wordsOf(random: Random): string {
  const count = random.chance(0.05) ? random.int(500, 3_000) : random.int(1, 20);
  return Array.from({ length: count }, () => random.pick(WORDS)).join(" ");
}
