import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

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
  // As scripts/closing-line.ts writes them.
  const [, triedAgain] = /^(\d+) tried once more$/m.exec(said) ?? [];
  const [, passed, failed, skipped] =
    /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(said) ?? [];
  const counts = { passed, failed, skipped, triedAgain };
  const figures = Object.entries(counts).map(([name, count]) => [name, Number(count)]);
  console.log(JSON.stringify({ busyLoops: loops.length, seconds, ...Object.fromEntries(figures) }));
  process.exitCode = code ?? 1;
} finally {
  for (const loop of loops) loop.kill("SIGKILL");
}
