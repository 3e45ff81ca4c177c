import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { present } from "../../src/domain/present.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { CostOfWrong } from "../../src/domain/requests/should-ask.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/time.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { ShouldIAsk } from "../../src/ports/earshot/review.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createLocalPorts } from "../../src/testing/local-ports.ts";
import { inFolder } from "../folder.ts";

/** Where an agent may ask or go on, and what a sensible person would do. */
interface Situation {
  readonly id: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly cost: CostOfWrong;
  /** Somebody who may answer is there. */
  readonly there: boolean;
  readonly earlier: readonly Earlier[];
  /** What the person of the task said in it. */
  readonly told: readonly string[];
  readonly sensible: { readonly advice: ShouldIAsk["advice"]; readonly answer?: string };
}

interface Earlier {
  readonly question: string;
  readonly answer: string;
  readonly days: number;
  readonly standing?: "given" | "withdrawn";
  readonly by?: "another agent";
  readonly kind?: "authorization";
  readonly erased?: true;
}

interface Score {
  readonly situations: number;
  /** Advised of each, and how many of them as a sensible person would do. */
  readonly goOn: readonly [right: number, advised: number];
  readonly earlier: readonly [right: number, advised: number];
  /** Askings that are saved, rightly or not, and those that a sensible person would save. */
  readonly saved: number;
  readonly savable: number;
}

const DATA = new URL("./asking/", import.meta.url);
const PARTS = ["fresh", "built", "hard", "eyes"] as const;
/** As long as an answer can stand. */
const MOST_DAYS = 90;
/** Longer than anybody counts as there. */
const AWAY_MS = 3 * HOUR_MS;
/** A task that is clear, with what the person says beside it. */
const TASK =
  "Please write a two-page report in English on last month's sales for the board, as a PDF by Friday. It should list revenue by region and name the three best products. It is good when the figures match the ledger.";

/** Every situation over a real record: asked, answered, permitted, then advised. */
export async function measureAsking({ verbose }: { readonly verbose: boolean }): Promise<void> {
  for (const part of PARTS) {
    const situations = readPart(part);
    const advised = await inFolder((folder) => adviseAll(folder, situations));
    if (verbose) for (const line of faults(situations, advised)) console.error(line);
    console.log(JSON.stringify({ part, ...scoreOf(situations, advised) }));
  }
}

function readPart(part: string): readonly Situation[] {
  const lines = readFileSync(new URL(`${part}.jsonl`, DATA), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Situation);
}

interface Stage {
  readonly owner: Earshot;
  agent(name: string): Promise<Earshot>;
  wait(ms: number): void;
  /** Somebody uses their key now. */
  turnUp(): Promise<void>;
}

async function adviseAll(
  folder: string,
  situations: readonly Situation[],
): Promise<readonly ShouldIAsk[]> {
  const clock = createFakeClock();
  const path = join(folder, "earshot.db");
  const onFatal = (error: unknown) => {
    throw error;
  };
  const store = await openSqliteStore({ path, clock, onFatal });
  const ctx = createContext(createLocalPorts({ store, clock, database: path }));
  const { owner } = await found(ctx, { owner: "ana", agent: "scout" });
  const person = createEarshot(ctx, callerWithAllRights(owner.principal));
  const { workspace } = owner.principal;
  const stage: Stage = {
    owner: person,
    async agent(name) {
      const { principal } = await person.createKey({ kind: "agent", name });
      return createEarshot(ctx, callerWithAllRights(principal));
    },
    wait: (ms) => clock.jump(ms),
    async turnUp() {
      const at = toTimestamp(clock.now());
      const writes = [{ type: "key.use", id: owner.key.id, at }] as const;
      await ctx.commit({ workspace, writes, events: [] });
    },
  };
  const advised: ShouldIAsk[] = [];
  for (const situation of situations) advised.push(await advise(stage, situation));
  await store.close();
  return advised;
}

async function advise(stage: Stage, situation: Situation): Promise<ShouldIAsk> {
  const { id, question, options, cost, there, earlier, told } = situation;
  const agent = await stage.agent(`agent ${id}`);
  const other = await stage.agent(`other ${id}`);
  const conversation = told.length === 0 ? undefined : await beginTask(stage, situation);
  let days = Math.max(0, ...earlier.map((one) => one.days));
  for (const one of earlier.toSorted((a, b) => b.days - a.days)) {
    stage.wait((days - one.days) * DAY_MS);
    days = one.days;
    const asker = one.by === undefined ? agent : other;
    await happen(stage, { one, options, asker });
  }
  stage.wait(days * DAY_MS + AWAY_MS);
  if (there) await stage.turnUp();
  return await agent.shouldIAsk({
    question,
    options,
    cost_of_wrong: cost,
    ...present({ conversation_id: conversation }),
  });
}

async function beginTask({ owner }: Stage, { id, told }: Situation) {
  const begun = await owner.beginConversation({
    initial_message: `${TASK} ${told.join(" ")}`,
    agent: `agent ${id}`,
  });
  return begun.conversation_id;
}

async function happen(
  { owner, wait }: Stage,
  {
    one,
    options,
    asker,
  }: { readonly one: Earlier; readonly options: readonly string[]; readonly asker: Earshot },
): Promise<void> {
  const { question: text, answer, days, standing } = one;
  if (one.kind === "authorization") {
    const { request } = await asker.authorize({ tool: "do_it", args: { text }, reason: text });
    await owner.approve({ id: request.id, digest: asAuthorization(request).authorization.digest });
    return;
  }
  const isOption = options.includes(answer);
  const form = { kind: "choice", options: options.map((label) => ({ label })) } as const;
  const { request } = await asker.ask(isOption ? { text, form } : { text });
  const { id } = request;
  wait(1_000);
  await owner.answer({ id, answer: isOption ? { choice: answer } : { text: answer } });
  if (standing !== undefined)
    await letStand(owner, { id, forMs: Math.min(days + 1, MOST_DAYS) * DAY_MS, standing });
  if (one.erased === true) await owner.erase({ id });
}

async function letStand(
  owner: Earshot,
  {
    id: like,
    forMs,
    standing,
  }: {
    readonly id: RequestId;
    readonly forMs: number;
    readonly standing: NonNullable<Earlier["standing"]>;
  },
): Promise<void> {
  const { id } = await owner.permit({ like, scope: "answer", forMs });
  if (standing === "withdrawn") await owner.revokePermission({ id });
}

function scoreOf(situations: readonly Situation[], advised: readonly ShouldIAsk[]): Score {
  const isRight = (one: ShouldIAsk, at: number) => {
    const { advice, answer } = situations[at]?.sensible ?? {};
    return one.advice === advice && givenBy(one) === answer;
  };
  const countOf = (advice: ShouldIAsk["advice"]): readonly [number, number] => {
    const right = advised.filter((one, at) => one.advice === advice && isRight(one, at));
    return [right.length, advised.filter((one) => one.advice === advice).length];
  };
  return {
    situations: situations.length,
    goOn: countOf("go_on"),
    earlier: countOf("earlier"),
    saved: advised.filter(({ advice }) => advice !== "ask").length,
    savable: situations.filter(({ sensible }) => sensible.advice !== "ask").length,
  };
}

function givenBy(one: ShouldIAsk): string | undefined {
  if (one.advice === "go_on") return one.assumption;
  return one.advice === "earlier" ? one.earlier.answer : undefined;
}

function faults(
  situations: readonly Situation[],
  advised: readonly ShouldIAsk[],
): readonly string[] {
  return situations.flatMap(({ id, question, sensible }, at) => {
    const one = advised[at];
    if (one === undefined) return [];
    if (one.advice === sensible.advice && givenBy(one) === sensible.answer) return [];
    const is = `${one.advice} ${givenBy(one) ?? ""} (${one.why})`;
    return [`${id} ${question}\n  ${is}, not ${sensible.advice} ${sensible.answer ?? ""}`];
  });
}
