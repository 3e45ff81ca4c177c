import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../../../src/client/index.ts";
import { writeChannelSettings } from "../../../../src/system/channel-settings.ts";
import { dataPaths, readKeyFile } from "../../../../src/system/data-folder.ts";
import { createRandom } from "../../../../src/testing/simulator/random.ts";
import { programOf } from "../../../support/built-programs.ts";
import type { DeathPoint } from "../../../support/serve-when-told.ts";
import type { ServerProcess } from "../../../support/server-process.ts";
import type { CrashOptions } from "../run-cycles.ts";
import { createServers, livesFor } from "../servers.ts";
import { createWayIn } from "../way-in.ts";
import { type AgentTraffic, createAgentTraffic } from "./agent-traffic.ts";
import { checkHub, type Standing } from "./check-hub.ts";
import { foundHub } from "./found-hub.ts";
import { createHubLedger, type HubLedger, type ItemKind, isSettled } from "./hub-ledger.ts";
import { countOpen, type HubTables, readHubTables } from "./hub-tables.ts";
import { createPeople, type People } from "./people.ts";
import { type HubKill, planHubKill } from "./plan.ts";
import type { Side } from "./side.ts";
import { openSlackSide } from "./slack-side.ts";
import { openTelegramSide } from "./telegram-side.ts";
import { openWebhookSide } from "./webhook-side.ts";

export interface HubCrashOptions
  extends Pick<CrashOptions, "cycles" | "seed" | "main" | "settleWithinMs" | "onCycle" | "signal"> {
  /** Where servers are killed. If absent, wherever something can be lost. */
  readonly points?: readonly DeathPoint[];
  /** What the agent sends. Everything, if absent. */
  readonly kinds?: readonly ItemKind[];
}

export interface HubCrashResult extends Standing {
  readonly seed: number;
  readonly cycles: number;
  readonly kills: Readonly<Record<string, number>>;
  readonly ledger: HubLedger;
  readonly events: number;
  readonly durationMs: number;
  /** Kept where something was violated. */
  readonly dataFolder: string | undefined;
}

const HUB_MAIN = programOf("hub-crash-main");
const SETTLE_EVERY = 50;
const SETTLE_WITHIN_MS = 120_000;
const LOOK_MS = 100;
/** If the traffic has not reached the point by then, the kill comes from outside. */
const GIVE_UP_MS = 1_000;
/** By then something is accepted or done, however slow the machine is. */
const BUSY_WITHIN_MS = 5_000;
const MAX_NEW = 4;
const RETRY_FOR_MS = 300_000;

/**
 * Kills servers that talk to people on platforms, again and again, and checks what became of it
 * all.
 */
export async function runHubCycles(options: HubCrashOptions): Promise<HubCrashResult> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-crash-hub-"));
  const run = await createRun(folder, options);
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

async function createRun(folder: string, options: HubCrashOptions) {
  const data = join(folder, "data");
  const { database, log } = dataPaths(data);
  const ledger = createHubLedger();
  const random = createRandom(options.seed);
  const wayIn = createWayIn();
  const { url: main, args } = options.main ?? { url: HUB_MAIN, args: [] };
  const servers = createServers({ main, args });
  const telegram = await openTelegramSide();
  const sides: readonly Side[] = [
    await openSlackSide(wayIn),
    telegram,
    await openWebhookSide(wayIn),
  ];
  const kills: Record<string, number> = {};
  let standing: Standing = { posts: 0, duplicates: 0, orphans: 0 };
  let events = 0;
  let living: ServerProcess | undefined;
  let traffic: AgentTraffic | undefined;
  let people: People | undefined;

  /** Starts a server on what the last one left. Nobody can call it yet. */
  async function start(): Promise<{ server: ServerProcess; url: string }> {
    const server = await servers.next();
    living = server;
    for (const side of sides) side.newLife();
    return { server, url: await server.start(data) };
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

  async function begin(): Promise<void> {
    const settings = sides.map((side) => [side.kind, side.settings] as const);
    writeChannelSettings(data, Object.fromEntries(settings));
    const { server, url } = await start();
    wayIn.open(url);
    await foundHub(url, { dataFolder: data, sides });
    await end(server);
    const key = readKeyFile(data, "agent") ?? "";
    const reach = { fetch: wayIn.fetch, retryForMs: RETRY_FOR_MS };
    const agent = createClient({ url: "http://server", key, ...reach });
    traffic = createAgentTraffic({ agent, sides, ledger, random, kinds: options.kinds });
    people = createPeople({ sides, ledger, random: createRandom(options.seed + 1) });
  }

  async function carryOut(kill: HubKill): Promise<string> {
    const { server, url } = await start();
    if (kill.kind !== "in_traffic") server.dieAt(kill.kind, kill.count);
    const progress = ledger.nextProgress();
    wayIn.open(url);
    traffic?.send(random.int(2, MAX_NEW));
    await Promise.race([progress, livesFor(server, BUSY_WITHIN_MS)]);
    const ms = kill.kind === "in_traffic" ? kill.afterMs : GIVE_UP_MS;
    const livesOn = await livesFor(server, ms);
    await end(server);
    return livesOn ? "in_traffic" : kill.kind;
  }

  /** What is still under way; empty once everything has ended. */
  function underWay(): readonly string[] {
    const open = ledger.items.filter((item) => !isSettled(item)).map(({ label }) => label);
    const { jobs, questions } = countOpen(database);
    const figures = {
      "calls of the agent": traffic?.waiting() ?? 0,
      "deeds of people": people?.busy() ?? 0,
      "updates of Telegram": telegram.unconfirmed(),
      deliveries: jobs,
      questions,
    };
    const left = Object.entries(figures).filter(([, count]) => count > 0);
    return [...open, ...left.map(([name, count]) => `${count} ${name}`)];
  }

  /**
   * Lets a server live until everything is delivered, answered and edited, and then checks
   * everything.
   */
  async function settle(): Promise<void> {
    const { server, url } = await start();
    wayIn.open(url);
    const untilMs = Date.now() + (options.settleWithinMs ?? SETTLE_WITHIN_MS);
    // The last acts may cause more work.
    for (let quiet = 0; quiet < 3 && Date.now() < untilMs; await pause(LOOK_MS)) {
      quiet = underWay().length === 0 ? quiet + 1 : 0;
    }
    for (const what of underWay()) ledger.violate(`${what} came to no end`);
    await look(readHubTables(database));
    await end(server);
  }

  async function look(tables: HubTables): Promise<void> {
    standing = await checkHub({ ledger, tables, sides, telegram });
    events = tables.events;
    const key = readKeyFile(data, "operator") ?? "";
    const owner = createClient({ url: "http://server", key, fetch: wayIn.fetch });
    const report = await owner.verifyAudit();
    if (!report.intact) ledger.violate(`audit verify: ${report.fault}`);
    const lines = readFileSync(log, "utf8");
    if (lines.includes("failed inside")) ledger.violate("something failed inside");
    if (lines.includes("item-")) ledger.violate("the log holds content");
  }

  const isOver = () => options.signal?.aborted === true;

  return {
    ledger,
    async cycles() {
      await begin();
      for (let cycle = 1; cycle <= options.cycles && !isOver(); cycle++) {
        ledger.cycle = cycle;
        const kind = await carryOut(planHubKill(random, options.points));
        kills[kind] = (kills[kind] ?? 0) + 1;
        if (cycle % SETTLE_EVERY === 0 || cycle === options.cycles) await settle();
        const violations = ledger.violations.length;
        const acknowledged = ledger.items.filter((item) => item.id !== undefined).length;
        options.onCycle?.({ cycle, acknowledged, violations });
      }
    },
    async close() {
      await living?.kill();
      await Promise.all([people?.stop(), ...sides.map((side) => side.close()), servers.close()]);
    },
    figures: () => ({
      seed: options.seed,
      cycles: ledger.cycle,
      kills,
      ledger,
      events,
      ...standing,
    }),
  };
}
