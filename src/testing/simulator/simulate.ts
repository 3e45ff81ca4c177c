import { hash } from "node:crypto";
import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import type { AgentPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { createMemorySecrets, type MemorySecrets } from "../../system/memory-secrets.ts";
import { createCallers } from "./callers.ts";
import { createNetwork, type NetworkFaults } from "./network.ts";
import { createOracle } from "./oracle.ts";
import { assemble, type Cast } from "./participants.ts";
import { createRandom, type Random } from "./random.ts";
import { type Life, startLife } from "./server.ts";
import { createSimulatedHost } from "./session-host.ts";
import { createSessionPeople } from "./session-people.ts";
import { openSqliteWorld } from "./sqlite-world.ts";
import { demand, Violation } from "./violation.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";
import { createWorkload } from "./workload.ts";
import type { WorkloadParts } from "./world.ts";
import type { CommitFault, OpenWorldStore, WorldStore } from "./world-store.ts";

export interface SimulationResult {
  readonly seed: number;
  /** The invariant that was broken; absent if all held. */
  readonly violation?: string;
  readonly steps: number;
  readonly crashes: number;
  readonly events: number;
  /** How much time passed in the simulated world. */
  readonly virtualMs: number;
  /** SHA-256 of all that happened: the same for the same seed and code. */
  readonly trace: string;
}

export interface SimulationOptions {
  /** Hears of each step as it happens. */
  readonly onStep?: (line: string) => void;
  /** For tests of the simulator: breaks the world after its founding, so that a check must see it. */
  readonly sabotage?: (database: Pick<WorldStore, "exec">) => void;
  /** Where the server keeps its record; SQLite in memory if absent. */
  readonly openStore?: OpenWorldStore;
  /** How often the clock jumps; at most twice if absent. */
  readonly clockJumps?: number;
}

const ACTIONS = 120;
const SESSION_ACTIONS = 25;
const HOSTS = 3;
const HOST_DEATHS = 4;
const ACTIVE_MS = 90_000;
const SETTLE_MS = 200_000;
/** Until when the last session has come to its end, though its host dies again and again before. */
const SESSIONS_MS = 900_000;
const PATIENCE_MS = 25_000;
const RESTART_MS = 1_500;

/**
 * Runs the real core over a real store in a world whose time, network and disk are made up
 * from a seed: calls get lost, doubled and reordered, commits fail, the server crashes before and
 * after commits and at any other moment, the clock jumps. After every step it checks that nothing
 * acknowledged is lost, that a question has one answer, that an action runs once and only as people
 * or the policy have said, that a decision which can be taken back is nobody else's meanwhile, that waiters are woken, that the log's chain holds, and that what a session
 * has asked is gone on from once, while hosts die and are late. Then the faults end and everybody must
 * get what they wait for.
 * @example
 * ```ts
 * import { simulate } from "earshot/testing";
 *
 * const { violation } = await simulate(1, { onStep: (line) => console.log(line) });
 * if (violation !== undefined) throw new Error(violation);
 * ```
 */
export async function simulate(
  seed: number,
  { onStep, sabotage, openStore = openSqliteWorld, clockJumps }: SimulationOptions = {},
): Promise<SimulationResult> {
  const random = createRandom(seed);
  const time = createVirtualTime();
  const database = await openStore(time);
  const storeDelayMs = random.pick([0, 0, 3, 40]);
  const faults = createFaults(random);
  const server = createServer({ database, time, random, storeDelayMs, faults });
  const steps = createSteps(time, onStep);

  await server.start();
  const assembling = assemble(server.life() ?? fail("No server has started."));
  let isAssembled = false;
  void assembling.then(() => {
    isAssembled = true;
  });
  await steps.runUntil(
    () => isAssembled,
    () => {},
  );
  const cast = await assembling;
  const oracle = createOracle(database.rows, time);
  const network = createNetwork({
    time,
    random,
    currentLife: server.life,
    secretOf: ({ id }) => cast.secrets.get(id) ?? "",
    faults: faults.ofNetwork,
    patienceMs: PATIENCE_MS,
  });
  const callers = createCallers({ time, random, network });
  const parts = { time, random, callers, oracle, cast };
  const play = createPlay({ ...parts, faults, steps, crash: () => server.life()?.crash() });
  sabotage?.(database);

  function result(violation?: string): SimulationResult {
    return {
      seed,
      ...present({ violation }),
      steps: steps.count(),
      crashes: server.crashes(),
      events: oracle.events.length,
      virtualMs: time.elapsed(),
      trace: steps.trace(),
    };
  }

  try {
    await play(clockJumps);
    oracle.finish();
    const { intact, fault } = await database.audit.verify(DEFAULT_WORKSPACE);
    demand(intact, `the record is not what the log says: ${fault}`);
    return result();
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return result(error instanceof Violation ? what : `unexpected: ${what}`);
  } finally {
    await database.close();
  }
}

/** The faults and how frequent they are; none before the play begins and after it heals. */
interface Faults {
  ofNetwork(): NetworkFaults;
  ofCommit(): CommitFault;
  isHealed: boolean;
}

function createFaults(random: Random): Faults {
  const rates = {
    commit: random.next() * 0.04,
    network: {
      lost: random.next() * 0.15,
      duplicated: random.next() * 0.15,
      maxDelayMs: random.int(0, 2_000),
    },
  };
  const faults: Faults = {
    isHealed: true,
    ofNetwork: () => (faults.isHealed ? { lost: 0, duplicated: 0, maxDelayMs: 50 } : rates.network),
    ofCommit() {
      if (faults.isHealed || !random.chance(rates.commit)) return "none";
      return random.pick(["crash", "full"]);
    },
  };
  return faults;
}

interface ServerParts {
  readonly database: WorldStore;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly storeDelayMs: number;
  readonly faults: Faults;
}

/** The server, which starts again after each crash. */
function createServer({ database, time, random, storeDelayMs, faults }: ServerParts) {
  const secrets = createSteadySecrets(time);
  let life: Life | undefined;
  let crashes = 0;

  async function start(): Promise<void> {
    life = await startLife({
      database,
      time,
      random,
      number: crashes,
      storeDelayMs,
      secrets,
      // A full disk shows before the commit; after it there is only the crash.
      faultAt: (point) =>
        point === "after_commit" && faults.ofCommit() !== "none"
          ? "crash"
          : point === "before_commit"
            ? faults.ofCommit()
            : "none",
      onCrash() {
        crashes += 1;
        time.schedule(random.int(0, RESTART_MS), "server starts", () => void start());
      },
    });
  }

  return { start, life: () => life, crashes: () => crashes };
}

/** Steps of the virtual time, counted and hashed. */
interface Steps {
  /** Runs until `condition`, checking after every step; false if nothing is left to run before. */
  runUntil(condition: () => boolean, check: () => void): Promise<boolean>;
  count(): number;
  trace(): string;
}

function createSteps(time: VirtualTime, onStep: SimulationOptions["onStep"]): Steps {
  let count = 0;
  let trace = "";
  return {
    async runUntil(condition, check) {
      while (!condition()) {
        const label = await time.step();
        if (label === undefined) return false;
        count += 1;
        const line = `${time.elapsed()} ${label}`;
        trace = hash("sha256", trace + line);
        onStep?.(line);
        check();
      }
      return true;
    },
    count: () => count,
    trace: () => trace,
  };
}

interface PlayParts extends WorkloadParts {
  readonly faults: Faults;
  readonly steps: Steps;
  crash(): void;
}

/** The operations that are under way; the first that fails ends the play. */
function createWork() {
  let open = 0;
  let failure: unknown;
  return {
    track(work: Promise<void>): void {
      open += 1;
      work.then(
        () => {
          open -= 1;
        },
        (error: unknown) => {
          open -= 1;
          failure ??= error;
        },
      );
    },
    open: () => open,
    assertNoFailure(): void {
      if (failure !== undefined) throw failure;
    },
  };
}

/** The clock's jumps, the last of which sets it to the latest time that it has shown. */
function createJumps(time: VirtualTime) {
  const skew = { now: 0, most: 0 };
  const jump = (ms: number) => {
    skew.now += ms;
    skew.most = Math.max(skew.most, skew.now);
    time.jump(ms);
  };
  return { jump, settle: () => jump(skew.most - skew.now) };
}

/** Everybody acts among faults; then the faults end, and all that was begun must settle. */
function createPlay({ faults, steps, crash, ...parts }: PlayParts) {
  const { time, random, oracle, cast } = parts;
  const workload = createWorkload(parts);
  const people = createSessionPeople(parts);
  const hosts = Array.from({ length: HOSTS }, (_, index) =>
    createSimulatedHost({ ...parts, agent: agentOf(cast, index), name: `host-${index}` }),
  );
  const jumps = createJumps(time);
  const { track, open, assertNoFailure } = createWork();

  const check = () => {
    oracle.checkLog();
    assertNoFailure();
  };

  function schedule(clockJumps: number | undefined): void {
    const sometime = (label: string, run: () => void) =>
      time.schedule(random.int(0, ACTIVE_MS), label, run);
    repeat(ACTIONS, () => sometime("somebody acts", () => track(workload.act())));
    repeat(SESSION_ACTIONS, () => sometime("somebody has work done", () => track(people.act())));
    repeat(random.int(0, HOST_DEATHS), () => sometime("host dies", random.pick(hosts).kill));
    repeat(random.int(0, 6), () => sometime("server crashes", crash));
    repeat(clockJumps ?? random.int(0, 2), () => {
      const ms = random.int(-HOUR_MS, HOUR_MS);
      // If the clock were set back after the end of the faults, a claim would outlast the world.
      sometime("clock jumps", () => (faults.isHealed ? undefined : jumps.jump(ms)));
    });
  }

  return async (clockJumps: number | undefined): Promise<void> => {
    faults.isHealed = false;
    const followers = [cast.owner, random.pick(cast.agents)].map((principal) =>
      workload.follow(principal),
    );
    for (const runner of [...followers, ...hosts]) track(runner.run());
    schedule(clockJumps);
    await steps.runUntil(() => time.elapsed() >= ACTIVE_MS, check);
    faults.isHealed = true;
    // A claim made before the clock was set back lasts until the clock is there again.
    jumps.settle();
    track(workload.restoreKeys());
    await steps.runUntil(() => time.elapsed() >= SETTLE_MS, check);
    let isAnswered = false;
    const answering = people.answerAll().then(() => {
      isAnswered = true;
    });
    track(answering);
    await steps.runUntil(() => isAnswered || time.elapsed() >= SESSIONS_MS, check);
    if (!isAnswered) throw new Violation("a session came to no end");
    for (const runner of [...followers, ...hosts]) runner.stop();
    const isQuiet = await steps.runUntil(() => open() === 0, check);
    check();
    if (!isQuiet) throw new Violation(`${open()} operations never settled`);
  };
}

/** Each has a host, and the first of them one more. */
function agentOf({ agents }: Cast, index: number): AgentPrincipal {
  return agents[index % agents.length] ?? fail("There is no agent.");
}

function repeat(count: number, action: () => void): void {
  for (let time = 0; time < count; time++) action();
}

function fail(message: string): never {
  throw new Error(message);
}

/**
 * What signs and seals in a simulated world: the real signer, whose work on threads of its own is
 * made a part of the step that asks for it, and passphrases without the cost that real ones have.
 */
export function createSteadySecrets({ awaitReal }: Pick<VirtualTime, "awaitReal">): MemorySecrets {
  const { signer, vault, anchor } = createMemorySecrets();
  return {
    anchor,
    signer: {
      ...signer,
      sign: (kind, claims) => awaitReal(() => signer.sign(kind, claims)),
      verify: (kind, token) => awaitReal(() => signer.verify(kind, token)),
    },
    vault: {
      ...vault,
      hashPassphrase: async (passphrase) => passphrase,
      matchesPassphrase: async (passphrase, hash) => passphrase === hash,
    },
  };
}
