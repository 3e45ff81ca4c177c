import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../src/client/index.ts";
import type { CommitPoint } from "../../../src/ports/store/store.ts";
import { dataPaths, readKeyFile } from "../../../src/system/data-folder.ts";
import { createRandom } from "../../../src/testing/simulator/random.ts";
import { programOf } from "../../support/built-programs.ts";
import type { ServerProcess } from "../../support/server-process.ts";
import { type Crowd, createCrowd } from "./crowd.ts";
import { createDiskCheck } from "./disk-check.ts";
import { integrityOf } from "./disk-tables.ts";
import { checkFounded, enlist } from "./found.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { KILL_KINDS, type Kill, type KillCounts, type KillKind, planKill } from "./plan.ts";
import { createServers, livesFor } from "./servers.ts";
import { spotCheck } from "./spot-check.ts";
import { createWayIn } from "./way-in.ts";

export interface CrashOptions {
  readonly cycles: number;
  /** Determines every choice, but not the order in which the system schedules processes. */
  readonly seed: number;
  /** The server's program. If absent, Earshot itself. */
  readonly main?: { readonly url: URL; readonly args: readonly string[] };
  /** Ends the run at the first violation that matches. */
  readonly until?: RegExp;
  /** How long the crowd may take to come to rest; a wait that takes longer counts as lost. */
  readonly settleWithinMs?: number;
  readonly onCycle?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface Progress {
  readonly cycle: number;
  readonly acknowledged: number;
  readonly violations: number;
}

export interface CrashResult {
  readonly seed: number;
  readonly cycles: number;
  /** How often what was done to them. */
  readonly kills: Readonly<Record<string, number>>;
  readonly ledger: Ledger;
  /** How often a call was sent again. */
  readonly repeats: number;
  readonly events: number;
  /** How long the start takes until the server listens. */
  readonly startMs: readonly number[];
  readonly durationMs: number;
  /** Kept where something was violated. */
  readonly dataFolder: string | undefined;
}

const CRASH_MAIN = programOf("crash-main");
const SETTLE_EVERY = 25;
const SETTLE_WITHIN_MS = 60_000;
/** If the traffic has not reached the point by then, the kill comes from outside. */
const GIVE_UP_MS = 2_000;
const SPOT_CHECKS = 2;

/** Kills and restarts a server on one folder again and again, and checks its promises. */
export async function runCrashCycles(options: CrashOptions): Promise<CrashResult> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-crash-"));
  const run = createRun(folder, options);
  const begun = performance.now();
  try {
    await run.cycles();
  } catch (error) {
    run.ledger.violate(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await run.close();
  }
  const isClean = run.ledger.violations.length === 0;
  if (isClean) rmSync(folder, { recursive: true, force: true });
  const dataFolder = isClean ? undefined : folder;
  return { ...run.figures(), durationMs: performance.now() - begun, dataFolder };
}

function createRun(folder: string, options: CrashOptions) {
  const data = join(folder, "data");
  const { database } = dataPaths(data);
  const ledger = createLedger();
  const random = createRandom(options.seed);
  const wayIn = createWayIn();
  const disk = createDiskCheck(database, ledger);
  const servers = createServers({
    main: options.main?.url ?? CRASH_MAIN,
    args: options.main?.args ?? [],
  });
  const kills = Object.fromEntries(KILL_KINDS.map((kind) => [kind, 0])) as KillCounts;
  const startMs: number[] = [];
  let living: ServerProcess | undefined;
  let crowd: Crowd | undefined;

  async function next(): Promise<ServerProcess> {
    living = await servers.next();
    return living;
  }

  async function start(dataFolder = data): Promise<{ server: ServerProcess; url: string }> {
    const server = await next();
    const begun = performance.now();
    const url = await server.start(dataFolder);
    startMs.push(performance.now() - begun);
    return { server, url };
  }

  /** Starts a server on what the last one left, and checks all of that before the first call. */
  async function startChecked(): Promise<{ server: ServerProcess; url: string }> {
    const started = await start();
    await check(started.url);
    crowd ??= await gather(started.url);
    return started;
  }

  /** On the first server, before it is killed. */
  async function gather(url: string): Promise<Crowd> {
    return createCrowd({ wayIn, ledger, seed: options.seed, ...(await enlist(url, data)) });
  }

  async function check(url: string): Promise<void> {
    disk.check(ledger.takeUnchecked());
    const key = readKeyFile(data, "operator") ?? "";
    const client = createClient({ url, key, retryForMs: 0 });
    for (let count = 0; count < SPOT_CHECKS; count++) await spotCheck(client, { ledger, random });
  }

  /** Kills a server, unless it has already killed itself as ordered. */
  async function end(server: ServerProcess): Promise<void> {
    await server.kill();
    wayIn.close();
    living = undefined;
    const { signal, code } = await server.exited;
    if (signal === "SIGKILL") return;
    ledger.violate(`the server ended by itself (${code ?? signal}): ${server.stderr()}`);
  }

  async function killInStart(afterMs: number, dataFolder: string): Promise<void> {
    const server = await next();
    // By then it may be listening or still starting; both are fine.
    server.start(dataFolder).catch(() => {});
    await livesFor(server, afterMs);
    await end(server);
  }

  async function killInFounding(afterMs: number): Promise<void> {
    const dataFolder = join(folder, `founded-in-${ledger.cycle}`);
    await killInStart(afterMs, dataFolder);
    const { server, url } = await start(dataFolder);
    await checkFounded(url, { dataFolder, ledger });
    await end(server);
    rmSync(dataFolder, { recursive: true, force: true });
  }

  async function killInTraffic({ since, afterMs }: Kill & { kind: "in_traffic" }): Promise<void> {
    const { server, url } = await startChecked();
    const replied = ledger.nextReply();
    wayIn.open(url);
    if (since === "first_reply") await Promise.race([replied, livesFor(server, GIVE_UP_MS)]);
    await livesFor(server, afterMs);
    await end(server);
  }

  async function killAtPoint({ kind, count }: Kill & { kind: CommitPoint }): Promise<KillKind> {
    const { server, url } = await startChecked();
    server.dieAt(kind, count);
    wayIn.open(url);
    const livesOn = await livesFor(server, GIVE_UP_MS);
    await end(server);
    return livesOn ? "in_traffic" : kind;
  }

  async function carryOut(kill: Kill): Promise<KillKind> {
    switch (kill.kind) {
      case "while_founding":
        await killInFounding(kill.afterMs);
        return kill.kind;
      case "while_starting":
        await killInStart(kill.afterMs, data);
        return kill.kind;
      case "in_traffic":
        await killInTraffic(kill);
        return kill.kind;
      default:
        return await killAtPoint(kill);
    }
  }

  /** Lets a server live until everybody has their answers, then checks everything so far. */
  async function settle(): Promise<void> {
    const { server, url } = await startChecked();
    wayIn.open(url);
    const missing = await crowd?.settle(options.settleWithinMs ?? SETTLE_WITHIN_MS);
    for (const what of missing ?? []) ledger.violate(`${what} has come to no end`);
    await end(server);
    crowd?.resume();
  }

  /** Reads everything again from the beginning, with nothing remembered. */
  async function checkAll(): Promise<void> {
    const { server, url } = await startChecked();
    const anew = createDiskCheck(database, ledger);
    anew.check({ operations: ledger.operations, told: [] });
    const client = createClient({ url, key: readKeyFile(data, "operator") ?? "" });
    const report = await client.verifyAudit({ head: `${disk.head().seq}:${disk.head().hash}` });
    if (!report.intact) ledger.violate(`audit verify: ${report.fault}`);
    const integrity = integrityOf(database);
    if (integrity !== "ok") ledger.violate(`integrity_check: ${integrity}`);
    await end(server);
  }

  const isEnough = () => ledger.violations.some(({ what }) => options.until?.test(what));
  const isOver = () => isEnough() || options.signal?.aborted === true;

  return {
    ledger,
    async cycles() {
      for (let cycle = 1; cycle <= options.cycles && !isOver(); cycle++) {
        ledger.cycle = cycle;
        kills[await carryOut(planKill(random))] += 1;
        if (cycle % SETTLE_EVERY === 0 || cycle === options.cycles) await settle();
        const violations = ledger.violations.length;
        options.onCycle?.({ cycle, acknowledged: ledger.acknowledged(), violations });
      }
      crowd?.stop();
      if (!isEnough()) await checkAll();
    },
    async close() {
      crowd?.stop();
      await living?.kill();
      await servers.close();
    },
    figures: () => ({
      seed: options.seed,
      cycles: ledger.cycle,
      kills,
      ledger,
      repeats: crowd?.repeats() ?? 0,
      events: disk.head().seq,
      startMs,
    }),
  };
}
