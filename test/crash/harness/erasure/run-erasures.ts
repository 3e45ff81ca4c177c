import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createClient, type EarshotClient } from "../../../../src/client/index.ts";
import type { Context } from "../../../../src/core/call/context.ts";
import { DEFAULT_WORKSPACE } from "../../../../src/domain/id.ts";
import type { AgentPrincipal, PersonPrincipal } from "../../../../src/domain/people/principal.ts";
import { readKeyFile } from "../../../../src/system/data-folder.ts";
import { createRandom } from "../../../../src/testing/simulator/random.ts";
import { eventually } from "../../../support/cli.ts";
import { BESIDE, goThroughMatter, matterCast, plantWords } from "../../../support/matter-words.ts";
import type { ServerProcess } from "../../../support/server-process.ts";
import type { CrashOptions } from "../run-cycles.ts";
import { livesFor } from "../servers.ts";
import { type ErasurePlace, openErasurePlace } from "./erasure-place.ts";

export interface ErasureOptions
  extends Pick<CrashOptions, "cycles" | "seed" | "onCycle" | "signal"> {
  /**
   * A node over PostgreSQL, killed at any moment; otherwise a server over a file, killed at
   * commits.
   */
  readonly isPostgres?: boolean;
}

/** When the kills happened: before anything was erased, in the middle, or after everything was. */
export type KilledWith = "none" | "a_part" | "all";

export interface ErasureResult {
  readonly seed: number;
  readonly cycles: number;
  readonly kills: Readonly<Record<KilledWith, number>>;
  /** Rows that named somebody and were erased, over all cycles. */
  readonly erased: number;
  readonly violations: readonly { readonly cycle: number; readonly what: string }[];
  readonly durationMs: number;
  /** Kept where something was violated. */
  readonly dataFolder: string | undefined;
}

/** Of somebody whom nobody erases. */
const BYSTANDER = "Lapwingqz";
/** Some rows take one for what they hold and one for names, or one for another that goes with them. */
const COMMITS_PER_ROW = 1.5;
const GIVE_UP_MS = 20_000;

/**
 * Kills a server again and again while it erases, and repeats the erasure. Everything named is
 * erased, and nothing else.
 */
export async function runErasures(options: ErasureOptions): Promise<ErasureResult> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-crash-erasure-"));
  const place = await openErasurePlace(folder, options.isPostgres === true);
  const run = createRun(place, options);
  const begun = performance.now();
  try {
    await run.cycles();
  } catch (error) {
    run.violate(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await run.close();
    await place.close();
  }
  const { violations, ...figures } = run.figures();
  const isClean = violations.length === 0;
  if (isClean) rmSync(folder, { recursive: true, force: true });
  const dataFolder = isClean ? undefined : folder;
  return { ...figures, violations, durationMs: performance.now() - begun, dataFolder };
}

/** What a term must leave as it was. */
interface Before {
  readonly bystander: readonly unknown[];
  /** Rows of words that are erased together with the rows that name somebody. */
  readonly beside: number;
}

function createRun(place: ErasurePlace, options: ErasureOptions) {
  const random = createRandom(options.seed);
  const violations: { readonly cycle: number; readonly what: string }[] = [];
  const kills: Record<KilledWith, number> = { none: 0, a_part: 0, all: 0 };
  let [cycle, erased, tookMs] = [0, 0, 0];
  let living: ServerProcess | undefined;

  const violate = (what: string) => void violations.push({ cycle, what });

  async function start(): Promise<{ server: ServerProcess; owner: EarshotClient }> {
    const { server, url } = await place.start();
    living = server;
    const key = readKeyFile(place.dataFolder, "operator") ?? "";
    return { server, owner: createClient({ url, key, retryForMs: 0 }) };
  }

  async function rows(): Promise<readonly unknown[]> {
    return (JSON.parse(await place.rows()) as readonly (readonly unknown[])[]).flat();
  }

  async function before(): Promise<Before> {
    const all = await rows();
    return { bystander: all.filter(holding(BYSTANDER)), beside: all.filter(isBeside).length };
  }

  async function plant(word: string, by: string): Promise<void> {
    await place.within(async (ctx) => await plantWords(await castOf(ctx, by), word));
  }

  /** Erases until the server is killed in the middle of it, or is done. */
  async function eraseAndKill(about: string, rowsThatName: number): Promise<void> {
    const { server, owner } = await start();
    const begun = performance.now();
    if (place.hasPoints) {
      const point = random.pick(["before_commit", "after_commit"] as const);
      server.dieAt(point, random.int(1, Math.ceil(rowsThatName * COMMITS_PER_ROW)));
    }
    const erasing = goThroughMatter(owner, { about, take: true }).then(
      () => "done",
      () => "cut off",
    );
    const killAfterMs = place.hasPoints ? GIVE_UP_MS : random.next() * tookMs;
    await Promise.race([erasing, livesFor(server, killAfterMs)]);
    tookMs = Math.max(tookMs, performance.now() - begun);
    await server.kill();
    await erasing;
  }

  async function eraseAgain(about: string, rowsThatName: number): Promise<void> {
    const { server, owner } = await start();
    await verify(owner, "after the kill");
    const { found } = await goThroughMatter(owner, { about });
    const open = found.filter(({ state }) => state !== "due");
    if (open.length > 0) violate(`after the kill these are not due: ${JSON.stringify(open)}`);
    kills[found.length === 0 ? "all" : found.length < rowsThatName ? "a_part" : "none"] += 1;
    const taken = await goThroughMatter(owner, { about, take: true });
    const kept = taken.found.filter(({ state }) => state !== "erased");
    if (kept.length > 0) violate(`these were not taken: ${JSON.stringify(kept)}`);
    erased += rowsThatName;
    await assertGone(owner, about);
    await verify(owner, "after the erasure");
    await server.kill();
  }

  /** Others, such as autovacuum, may still see old rows; a later pass removes those. */
  async function assertGone(owner: EarshotClient, about: string): Promise<void> {
    try {
      await eventually(async () => {
        const { found } = await goThroughMatter(owner, { about, take: true });
        const bytes = `${await place.rows()}${await place.remains()}`;
        return (found.length === 0 && !bytes.includes(about)) || undefined;
      });
    } catch {
      violate(`${about} is still there`);
    }
  }

  async function verify(owner: EarshotClient, when: string): Promise<void> {
    const { intact, fault, record } = await owner.verifyAudit({});
    if (intact && (record?.faults.length ?? 0) === 0) return;
    violate(`${when} the log does not verify: ${fault} ${JSON.stringify(record)}`);
  }

  async function assertNothingElse({ bystander, beside }: Before): Promise<void> {
    const now = await before();
    if (!isDeepStrictEqual(now.bystander, bystander)) violate("what names another has changed");
    if (now.beside !== beside) violate(`${now.beside} rows beside are there, and not ${beside}`);
  }

  async function prepare(): Promise<void> {
    const { server, owner } = await start();
    await owner.createKey({ kind: "agent", name: "another" });
    await server.kill();
    await plant(BYSTANDER, "another");
  }

  async function once(): Promise<void> {
    const about = `Kestrelqx${cycle}z`;
    const what = await before();
    await plant(about, "agent");
    const naming = await countNaming(about);
    // A first erasure runs to its end, to measure how long it takes.
    await eraseAndKill(about, naming);
    await eraseAgain(about, naming);
    await assertNothingElse(what);
  }

  async function countNaming(about: string): Promise<number> {
    const { server, owner } = await start();
    const { found } = await goThroughMatter(owner, { about });
    await server.kill();
    return found.length;
  }

  return {
    violate,
    async cycles() {
      await prepare();
      tookMs = 3_000;
      for (cycle = 1; cycle <= options.cycles && options.signal?.aborted !== true; cycle++) {
        await once();
        options.onCycle?.({ cycle, acknowledged: erased, violations: violations.length });
      }
    },
    close: async () => await living?.kill(),
    figures: () => ({ seed: options.seed, cycles: cycle - 1, kills, erased, violations }),
  };
}

const holding = (word: string) => (row: unknown) => JSON.stringify(row).includes(word);
const isBeside = (row: unknown) => BESIDE.some((words) => holding(words)(row));

async function castOf(ctx: Context, agent: string) {
  const workspace = DEFAULT_WORKSPACE;
  const scout = await ctx.store.findPrincipalByName({ workspace, kind: "agent", name: agent });
  const ana = await ctx.store.findPrincipalByName({ workspace, kind: "person", name: "operator" });
  return matterCast(ctx, { scout: scout as AgentPrincipal, ana: ana as PersonPrincipal });
}
