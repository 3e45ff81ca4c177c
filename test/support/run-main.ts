import fs, { appendFileSync } from "node:fs";
import { flushCompileCache, syncBuiltinESMExports } from "node:module";
import type { Death, RunOrder } from "../host/support/death.ts";

/*
 * `earshot run` in a process that is made to be killed: it loads, waits for its order, and ends itself
 * by SIGKILL at a record of the log where it is told to. Each call of Earshot that changes something
 * is noted in a file before it is made, so that whoever killed it can tell what it has done.
 */

const { writeSync, fsyncSync } = fs;
const die = () => process.kill(process.pid, "SIGKILL");
let death: Death | undefined;
let left = 0;
let dyingFile: number | undefined;

function isTheRecord(bytes: Buffer): boolean {
  if (death === undefined || !bytes.includes(`"type":"${death.at}"`)) return false;
  left -= 1;
  return left === 0;
}

fs.writeSync = ((file: number, bytes: Buffer, ...rest: number[]) => {
  if (!Buffer.isBuffer(bytes) || !isTheRecord(bytes)) return writeSync(file, bytes, ...rest);
  if (death?.moment === "before") die();
  if (death?.moment === "torn") {
    writeSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
    die();
  }
  const written = writeSync(file, bytes, ...rest);
  if (death?.moment === "written") die();
  dyingFile = file;
  return written;
}) as typeof fs.writeSync;
fs.fsyncSync = (file) => {
  fsyncSync(file);
  if (file === dyingFile) die();
};
syncBuiltinESMExports();

function observe({ trace, isLockedOut, data }: RunOrder): void {
  const own = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    const key = new Headers(init?.headers).get("idempotency-key");
    if (key !== null) appendFileSync(trace, `${key}\n`);
    const isModel = url.includes("/chat/completions");
    if (isModel && isLockedOut)
      return Response.json({ error: { message: `Not on ${data}.` } }, { status: 401 });
    return await own(input, init);
  };
}

async function obey(order: RunOrder): Promise<void> {
  observe(order);
  death = order.death;
  left = order.death?.count ?? 0;
  const options = { data: order.data, plain: true };
  const context = createRunContext(options, new AbortController().signal);
  process.exitCode = await runFile(context, { path: order.file, isNew: order.isNew });
  process.disconnect();
}

const { runFile } = await import("../../src/cli/sessions/run-file.ts");
const { createRunContext } = await import("../../src/cli/terminal/run-context.ts");
// Node writes its compile cache at exit, which a killed process never reaches.
flushCompileCache();
process.on("message", (order) => {
  obey(order as RunOrder).catch((error) => {
    console.error(error);
    process.exit(1);
  });
});
process.send?.("loaded");
