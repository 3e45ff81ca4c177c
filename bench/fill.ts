import { startServer } from "../src/compose/compose.ts";
import { type Context, createContext } from "../src/core/call/context.ts";
import { createAuthenticate } from "../src/core/callers/authenticate.ts";
import { createEarshot } from "../src/core/create-earshot.ts";
import type { CallOptions } from "../src/ports/earshot/call.ts";
import type { Earshot } from "../src/ports/earshot/earshot.ts";
import { openSqliteStore } from "../src/store/sqlite-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { dataPaths, type KeyFile, readKeyFile } from "../src/system/data-folder.ts";
import { createLocalPorts } from "../src/testing/local-ports.ts";
import { runMany } from "./load.ts";
import { answerText, questionText } from "./question-text.ts";

export interface Filling {
  readonly answered: number;
  readonly open: number;
}

/** As many calls at once as one commit takes. */
const CONCURRENCY = 512;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * Makes a data folder as a year of use leaves it: every question goes through the real use cases,
 * with keys, events and answers, only faster. Returns the ids of the open ones, oldest first.
 */
export async function fill(
  dataFolder: string,
  { answered, open }: Filling,
): Promise<readonly string[]> {
  // The first start founds the workspace and writes the files of keys.
  await (await startServer({ dataFolder, port: 0 })).stop();
  const total = answered + open;
  const year = { passed: 0 };
  const ctx = await openContext(dataPaths(dataFolder).database, year);
  const agent = await signIn(ctx, dataFolder, "agent");
  const operator = await signIn(ctx, dataFolder, "operator");
  // Of the same shape and order by time as the client's.
  const once = (): CallOptions => ({
    idempotencyKey: ctx.ids.next("key").replace("key_", "call_"),
    via: "http",
  });
  const everyNth = open === 0 ? Number.POSITIVE_INFINITY : Math.floor(total / open);
  const ids = await runMany({ count: total, concurrency: CONCURRENCY }, async (n) => {
    year.passed = Math.max(year.passed, Math.floor((n / total) * YEAR_MS));
    const { request } = await agent.ask({ text: questionText(n) }, once());
    if (n % everyNth === 0 && n < everyNth * open) return request.id;
    await operator.answer({ id: request.id, answer: { text: answerText(n) } }, once());
    return undefined;
  });
  await ctx.store.close();
  return ids.filter((id) => id !== undefined);
}

/** The core on a clock that says how much of the last year has passed; so much time has gone by, too. */
async function openContext(path: string, year: { readonly passed: number }): Promise<Context> {
  const start = Date.now() - YEAR_MS;
  const clock = {
    ...systemClock,
    now: () => start + year.passed,
    elapsed: () => year.passed,
  };
  const store = await openSqliteStore({
    path,
    clock,
    onFatal(error) {
      throw error;
    },
  });
  return createContext(createLocalPorts({ store, clock, database: path }), {
    maxOpen: Number.POSITIVE_INFINITY,
  });
}

async function signIn(ctx: Context, dataFolder: string, name: KeyFile): Promise<Earshot> {
  const caller = await createAuthenticate(ctx)(readKeyFile(dataFolder, name) ?? "");
  if (caller === undefined) throw new Error(`The ${name}'s key in ${dataFolder} is not valid.`);
  return createEarshot(ctx, caller);
}
