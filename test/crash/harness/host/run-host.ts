import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type EarshotClient } from "../../../../src/client/index.ts";
import { answerText } from "../../../../src/domain/requests/question.ts";
import type { SessionPoint } from "../../../../src/host/sessions/session-point.ts";
import type { StartSessionInput } from "../../../../src/ports/earshot/sessions.ts";
import { readKeyFile, readServerInfo } from "../../../../src/system/data-folder.ts";
import { createRandom } from "../../../../src/testing/simulator/random.ts";
import { type HostProcess, launchHost } from "../../../support/host-process.ts";
import { startModelServer } from "../../../support/model-server/model-server.ts";
import { ownKey } from "../../../support/own-key.ts";
import type { ServerProcess } from "../../../support/server-process.ts";
import type { CrashOptions } from "../run-cycles.ts";
import { livesFor } from "../servers.ts";
import { faultsOf, type HostRecord, readHostRecord } from "./check-host.ts";
import { deployHosts, type HostDeployment, LEASE_MS } from "./host-deployment.ts";
import { aTask, LAST_WORDS, LIFE_SCRIPT } from "./life-script.ts";
import { createOperators, type Operators } from "./operators.ts";
import { type HostHarm, planHostHarm, SESSION_POINTS } from "./plan.ts";

export interface HostCrashOptions
  extends Pick<CrashOptions, "cycles" | "seed" | "onCycle" | "signal"> {
  /** Two hosts at two nodes over PostgreSQL; otherwise one host of one server over a file. */
  readonly isPostgres?: boolean;
  /** What is wrong with the hosts. Nothing, if absent. */
  readonly fault?: string;
}

export interface HostCrashResult {
  readonly seed: number;
  readonly cycles: number;
  readonly kills: Readonly<Record<string, number>>;
  readonly sessions: number;
  readonly continuations: number;
  readonly effects: number;
  readonly answers: number;
  readonly violations: readonly { readonly cycle: number; readonly what: string }[];
  readonly durationMs: number;
  /** Kept where something was violated. */
  readonly dataFolder: string | undefined;
}

const SETTLE_EVERY = 50;
const SETTLE_WITHIN_MS = 60_000;
const LOOK_MS = 100;
/** If the traffic has not reached the point by then, the kill comes from outside. */
const GIVE_UP_MS = 1_500;
const MAX_NEW = 2;
const RETRY_FOR_MS = 120_000;

/** Kills hosts and servers again and again while sessions run, and checks what became of them. */
export async function runHostCycles(options: HostCrashOptions): Promise<HostCrashResult> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-crash-host-"));
  const deployment = await deployHosts(folder, options.isPostgres === true);
  const model = await startModelServer(LIFE_SCRIPT);
  const run = createRun({ folder, deployment, model: model.url }, options);
  const begun = performance.now();
  try {
    await run.cycles();
  } catch (error) {
    run.violate(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await run.close();
    await deployment.close();
    await model.close();
  }
  const { violations, ...figures } = run.figures();
  const isClean = violations.length === 0;
  if (isClean) rmSync(folder, { recursive: true, force: true });
  const dataFolder = isClean ? undefined : folder;
  return { ...figures, violations, durationMs: performance.now() - begun, dataFolder };
}

type Counted = Extract<HostHarm, { readonly count: number }>;

function isAtSession(plan: Counted): plan is Counted & { readonly kind: SessionPoint } {
  return SESSION_POINTS.some((point) => point === plan.kind);
}

function isOfServer(plan: HostHarm): boolean {
  return "count" in plan ? !isAtSession(plan) : plan.kind === "server_killed";
}

interface Place {
  readonly folder: string;
  readonly deployment: HostDeployment;
  readonly model: string;
}

function createRun({ folder, deployment, model }: Place, options: HostCrashOptions) {
  const effects = join(folder, "effects.jsonl");
  writeFileSync(effects, "");
  const random = createRandom(options.seed);
  const numbers = Array.from({ length: deployment.count }, (_, number) => number);
  const servers = new Map<number, ServerProcess>();
  const hosts = new Map<number, HostProcess>();
  const kills: Record<string, number> = {};
  const violations: { cycle: number; what: string }[] = [];
  const seen = { sessions: 0, continuations: 0, effects: 0 };
  let cycle = 0;
  let lives = 0;
  let items = 0;
  let spare = prepare();
  let operators: Operators | undefined;
  let owner: EarshotClient | undefined;

  function violate(what: string): void {
    violations.push({ cycle, what });
  }

  /** Loads the next host while the current one runs. */
  function prepare(): Promise<HostProcess> {
    const launched = launchHost(options.fault === undefined ? [] : [options.fault]);
    launched.catch(() => {});
    return launched;
  }

  /** Looks up its server for every attempt, since each start uses another port. */
  function clientOf(key: string, number = 0): EarshotClient {
    const url = () => ({ url: readServerInfo(deployment.dataFolder(number))?.url ?? "", key });
    return createClient({ url, retryForMs: RETRY_FOR_MS });
  }

  function keyOf(name: "agent" | "operator"): string {
    return readKeyFile(deployment.dataFolder(0), name) ?? "";
  }

  async function startServer(number: number): Promise<void> {
    servers.set(number, await deployment.start(number));
  }

  async function endServer(number: number): Promise<void> {
    const server = servers.get(number);
    servers.delete(number);
    await server?.kill();
    const exit = await server?.exited;
    if (exit === undefined || exit.signal === "SIGKILL") return;
    violate(`a server ended by itself (${exit.code ?? exit.signal}): ${server?.stderr()}`);
  }

  async function startHost(number: number): Promise<void> {
    const host = await spare;
    spare = prepare();
    hosts.set(number, host);
    host.work({
      host: `host-${number}-${++lives}`,
      agent: "agent",
      key: keyOf("agent"),
      model,
      effects,
      dataFolder: deployment.dataFolder(number),
    });
  }

  async function endHost(number: number): Promise<void> {
    const host = hosts.get(number);
    hosts.delete(number);
    await host?.kill();
    const exit = await host?.exited;
    if (exit === undefined || exit.signal === "SIGKILL") return;
    violate(`a host ended by itself (${exit.code ?? exit.signal}): ${host?.stderr()}`);
  }

  async function begin(): Promise<void> {
    for (const number of numbers) await startServer(number);
    await deployment.found();
    owner = clientOf(keyOf("operator"));
    const { secret } = await ownKey(owner, { kind: "person", name: "judge", unattended: true });
    const asked = { owner, decider: clientOf(secret) };
    const answering = { random: createRandom(options.seed + 1), onFault: violate };
    operators = createOperators(asked, answering);
    for (const number of numbers) await startHost(number);
  }

  /** In a chat of the platform, or where only the inbox shows it. */
  function somewhere(): Pick<StartSessionInput, "place"> {
    const { side } = deployment;
    if (side === undefined || random.chance(0.5)) return {};
    return { place: { channel: side.kind, chatId: random.pick(side.chats) } };
  }

  async function bringWork(): Promise<void> {
    const count = random.int(1, MAX_NEW);
    const tasks = Array.from({ length: count }, () => aTask(random, ++items));
    await Promise.all(
      tasks.map((text) => owner?.startSession({ agent: "agent", text, ...somewhere() })),
    );
  }

  /** Arms every process that is to kill itself. */
  function arm(plan: HostHarm, number: number): void {
    if (!("count" in plan)) return;
    if (isAtSession(plan)) hosts.get(number)?.dieAt(plan.kind, plan.count);
    else servers.get(number)?.dieAt(plan.kind, plan.count);
  }

  /** Starts work and waits for the planned end. Returns whether it happened by itself. */
  async function provoke(plan: HostHarm, number: number): Promise<boolean> {
    arm(plan, number);
    const working = bringWork().catch((error) => violate(`work was not accepted: ${error}`));
    const process = (isOfServer(plan) ? servers : hosts).get(number) as HostProcess | ServerProcess;
    const livesOn = await livesFor(process, "afterMs" in plan ? plan.afterMs : GIVE_UP_MS);
    if (isOfServer(plan)) await endServer(number);
    else if (plan.kind !== "host_frozen") await endHost(number);
    if (isOfServer(plan)) await startServer(number);
    await working;
    return "afterMs" in plan || !livesOn;
  }

  async function harm(plan: HostHarm, number: number): Promise<string> {
    const isAsPlanned = await provoke(plan, number);
    if (plan.kind === "host_frozen") await hosts.get(number)?.freeze(LEASE_MS * 1.2);
    if (!hosts.has(number)) await startHost(number);
    if (isAsPlanned) return plan.kind;
    return isOfServer(plan) ? "server_killed" : "host_killed";
  }

  /** What is still under way; empty once all sessions have ended. */
  async function underWay(earshot: EarshotClient): Promise<readonly string[]> {
    for (;;) {
      const { head } = await earshot.verifyAudit();
      const left = await lookFor(earshot);
      // The search can miss a session that moves meanwhile, so it is searched for again.
      if (left.length > 0 || (await earshot.verifyAudit()).head.hash === head.hash) return left;
    }
  }

  async function lookFor(earshot: EarshotClient): Promise<readonly string[]> {
    const left: string[] = [];
    for (const status of ["queued", "running"] as const) {
      const { items: found } = await earshot.listSessions({ status, limit: 5 });
      left.push(...found.map(({ id }) => `${id} (${status})`));
    }
    const open = await earshot.list({ status: "open", limit: 5 });
    const queued = await earshot.deliveries({ status: "queued", limit: 5 });
    return [
      ...left,
      ...open.items.map(({ id }) => `${id} (open)`),
      ...queued.items.map(({ id }) => `${id} (queued)`),
    ];
  }

  async function settle(): Promise<void> {
    if (owner === undefined) return;
    const untilMs = Date.now() + SETTLE_WITHIN_MS;
    let left = await underWay(owner);
    while (left.length > 0 && Date.now() < untilMs) {
      await pause(LOOK_MS);
      left = await underWay(owner);
    }
    for (const what of left) violate(`${what} has come to no end`);
    const record = await readHostRecord(owner, effects);
    for (const what of faultsOf(record)) violate(what);
    checkAnswers(record.requests);
    await checkPosts(record);
    const report = await owner.verifyAudit();
    if (!report.intact) violate(`audit verify: ${report.fault}`);
    seen.sessions = record.sessions.length;
    seen.continuations = record.sessions.filter(({ continues }) => continues).length;
    seen.effects = record.effects.length;
  }

  /** The platform shows everything that its sessions said, each once. */
  async function checkPosts({ sessions }: HostRecord): Promise<void> {
    const { side } = deployment;
    for (const chatId of side?.chats ?? []) {
      const chains = new Set(
        sessions.filter(({ place }) => place?.chatId === chatId).map(({ root }) => root),
      );
      const posts = (await side?.posts(chatId, true)) ?? [];
      const count = posts.filter(({ text }) => text.includes(LAST_WORDS)).length;
      if (count !== chains.size) violate(`${chatId} shows ${count} ends of ${chains.size} chains`);
    }
  }

  /** The continuation got the answer that the person was told they had given. */
  function checkAnswers(requests: HostRecord["requests"]): void {
    for (const [id, text] of operators?.answered ?? []) {
      const request = requests.get(id);
      const given = request?.kind === "question" && request.status === "answered";
      const answer = given ? answerText(request.answer) : undefined;
      if (answer !== text) violate(`the answer to ${id} is lost: ${answer}`);
    }
  }

  return {
    violate,
    async cycles() {
      await begin();
      while (cycle < options.cycles && options.signal?.aborted !== true) {
        cycle += 1;
        const planned = planHostHarm(random, deployment.serverPoints);
        const kind = await harm(planned, random.pick(numbers));
        kills[kind] = (kills[kind] ?? 0) + 1;
        if (cycle % SETTLE_EVERY === 0 || cycle === options.cycles) await settle();
        options.onCycle?.({ cycle, acknowledged: items, violations: violations.length });
      }
    },
    async close() {
      await operators?.stop();
      await Promise.all([...hosts.values()].map((host) => host.kill()));
      await Promise.all([...servers.values()].map((server) => server.kill()));
      await (await spare).kill();
    },
    figures: () => ({
      seed: options.seed,
      cycles: cycle,
      kills,
      ...seen,
      violations,
      answers: operators?.answered.size ?? 0,
    }),
  };
}
