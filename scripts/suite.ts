import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { readClosing } from "./closing-line.ts";

/*
 * Runs all tests once, beside so many loops that do nothing but keep a processor busy, and prints what
 * came of it as one JSON line: node scripts/suite.ts [--busy COUNT]
 */
const { values } = parseArgs({ options: { busy: { type: "string", default: "0" } } });
const loops = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
const started = performance.now();
try {
  const child = spawn(process.execPath, ["scripts/test.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    said += text;
  });
  const [code] = await once(child, "exit");
  const seconds = Math.round((performance.now() - started) / 1_000);
  const { counts } = readClosing(said);
  console.log(JSON.stringify({ busyLoops: loops.length, seconds, ...counts }));
  process.exitCode = code ?? 1;
} finally {
  for (const loop of loops) loop.kill("SIGKILL");
}
