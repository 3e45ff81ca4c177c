import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../../../src/client/index.ts";
import { readKeyFile } from "../../../../src/system/data-folder.ts";
import { createRandom } from "../../../../src/testing/simulator/random.ts";
import { type Crowd, createCrowd } from "../crowd.ts";
import { createTablesCheck, type Unchecked } from "../disk-check.ts";
import { enlist } from "../found.ts";
import { createLedger } from "../ledger.ts";
import type { CrashOptions, CrashResult } from "../run-cycles.ts";
import { spotCheck } from "../spot-check.ts";
import { createBlows } from "./blows.ts";
import { type Deployment, deploy, type Node } from "./deployment.ts";
import { HARMS, type Harm, planBlow } from "./plan.ts";
import { createPostgresTables } from "./postgres-tables.ts";
import { createNodesWayIn } from "./way-in.ts";

export interface NodesOptions
  extends Pick<CrashOptions, "cycles" | "seed" | "settleWithinMs" | "onCycle" | "signal"> {
  /** Done in turn; all of them where absent. */
  readonly harms?: readonly Harm[];
  /** A change made in secret after each cycle, to check that it is found. */
  readonly vandalism?: readonly string[];
}

const NODES = 2;
const SETTLE_EVERY = 25;
const SETTLE_WITHIN_MS = 60_000;
/** Within this time something must be acknowledged again, whatever was done. */
const BACK_WITHIN_MS = 60_000;
const SPOT_CHECKS = 2;

/** Harms two nodes over one PostgreSQL again and again, and checks their promises. */
export async function runNodeCycles(options: NodesOptions): Promise<CrashResult> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-crash-nodes-"));
  const deployment = await deploy(folder);
  const run = createRun(deployment, options);
  const begun = performance.now();
  try {
    await run.cycles();
  } catch (error) {
    run.ledger.violate(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await run.close();
    await deployment.close();
  }
  const isClean = run.ledger.violations.length === 0;
  if (isClean) rmSync(folder, { recursive: true, force: true });
  const dataFolder = isClean ? undefined : folder;
  return { ...run.figures(), durationMs: performance.now() - begun, dataFolder };
}

function createRun(deployment: Deployment, options: NodesOptions) {
  const { harms = HARMS } = options;
  const ledger = createLedger();
  const random = createRandom(options.seed);
  const wayIn = createNodesWayIn(createRandom(options.seed + 1));
  const tables = createPostgresTables(deployment.databaseUrl, ledger);
  const check = createTablesCheck(ledger);
  const nodes = new Map<number, Node>();
  const doomed = new Set<Node>();
  const startMs: number[] = [];
  const kills = Object.fromEntries(HARMS.map((harm) => [harm, 0])) as Record<Harm, number>;
  let crowd: Crowd | undefined;

  async function startNode(number: number): Promise<void> {
    const node = await deployment.startNode(number);
    nodes.set(number, node);
    startMs.push(node.startMs);
    wayIn.open(node.url);
    void node.server.exited.then(({ code, signal }) => {
      if (doomed.has(node)) return;
      wayIn.close(node.url);
      ledger.violate(`a node ended by itself (${code ?? signal}): ${node.server.stderr()}`);
    });
  }

  async function killNode(number: number): Promise<void> {
    const node = nodes.get(number);
    if (node === undefined) return;
    doomed.add(node);
    wayIn.close(node.url);
    nodes.delete(number);
    await node.server.kill();
  }

  const blows = createBlows({ deployment, random, startNode, killNode });

  async function begin(): Promise<void> {
    await startNode(0);
    const { url } = nodes.get(0) as Node;
    const members = await enlist(url, deployment.dataFolder(0));
    for (let number = 1; number < NODES; number++) await startNode(number);
    crowd = createCrowd({ wayIn, ledger, seed: options.seed, ...members });
  }

  /** Whether calls are acknowledged again without anybody restarting anything. */
  async function isBack(): Promise<boolean> {
    const gone = new AbortController();
    const late = pause(BACK_WITHIN_MS, false, { signal: gone.signal }).catch(() => false);
    const back = ledger.nextReply().then(() => true);
    return await Promise.race([back, late]).finally(() => gone.abort());
  }

  async function carryOut(): Promise<void> {
    const { blow, afterMs } = planBlow(random, harms[ledger.cycle % harms.length] ?? "node");
    if (!(await isBack())) ledger.violate("nobody was served before anything was done");
    await pause(afterMs);
    await blows.strike(blow);
    kills[blow.harm] += 1;
    if (!(await isBack())) ledger.violate(`nobody was served again after harm of a ${blow.harm}`);
    await lookAtTables(ledger.takeUnchecked());
    const statement = options.vandalism?.[ledger.cycle - 1];
    if (statement !== undefined) await blows.vandalise(statement);
  }

  async function lookAtTables({ operations, told }: Unchecked): Promise<void> {
    // The state as it is now: the tables may lack what is acknowledged while they are read.
    const unchecked = { operations: operations.map((one) => ({ ...one })), told };
    check.check(await tables.read({ seq: check.head().seq, ...unchecked }), unchecked);
  }

  function operatorAt({ url }: Node) {
    const key = readKeyFile(deployment.dataFolder(0), "operator") ?? "";
    return createClient({ url, key, retryForMs: 10_000 });
  }

  /** Waits until everybody has their answers, then asks every node for what was acknowledged. */
  async function settle(): Promise<void> {
    const missing = await crowd?.settle(options.settleWithinMs ?? SETTLE_WITHIN_MS);
    for (const what of missing ?? []) ledger.violate(`${what} has come to no end`);
    await lookAtTables(ledger.takeUnchecked());
    for (const node of nodes.values()) {
      const client = operatorAt(node);
      for (let count = 0; count < SPOT_CHECKS; count++) await spotCheck(client, { ledger, random });
      const { seq, hash } = check.head();
      const report = await client.verifyAudit({ head: `${seq}:${hash}` });
      if (!report.intact) ledger.violate(`audit verify: ${report.fault}`);
    }
    crowd?.resume();
  }

  /** Reads everything again from the beginning, with nothing remembered. */
  async function checkAll(): Promise<void> {
    const anew = createTablesCheck(ledger);
    const all = { operations: ledger.operations.map((one) => ({ ...one })), told: [] };
    const fresh = createPostgresTables(deployment.databaseUrl, ledger);
    anew.check(await fresh.read({ seq: 0, ...all }), all);
  }

  const isOver = () => options.signal?.aborted === true;

  return {
    ledger,
    async cycles() {
      await begin();
      for (let cycle = 1; cycle <= options.cycles && !isOver(); cycle++) {
        ledger.cycle = cycle;
        await carryOut();
        if (cycle % SETTLE_EVERY === 0 || cycle === options.cycles) await settle();
        const violations = ledger.violations.length;
        options.onCycle?.({ cycle, acknowledged: ledger.acknowledged(), violations });
      }
      crowd?.stop();
      await checkAll();
    },
    async close() {
      crowd?.stop();
      await Promise.all([...nodes.keys()].map(killNode));
    },
    figures: () => ({
      seed: options.seed,
      cycles: ledger.cycle,
      kills,
      ledger,
      repeats: crowd?.repeats() ?? 0,
      events: check.head().seq,
      startMs,
    }),
  };
}
