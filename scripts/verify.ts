import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/*
 * Everything that must hold before a change lands; what CI runs. What stands in one row does not need
 * the others of it, and runs beside them. Ends with the first row of which a step has failed.
 */
type Step = readonly [name: string, command: string];
const ROWS: readonly (readonly Step[])[] = [
  [
    ["lint", "biome check --error-on-warnings"],
    ["types", "tsc && tsc -p test && tsc -p src/inbox"],
    ["unused code", "knip"],
    ["docs", "node scripts/generate-docs.ts --check"],
  ],
  [["tests", "npm test"]],
  [["package", "node scripts/check-package.ts"]],
];

const root = fileURLToPath(new URL("..", import.meta.url));
for (const row of ROWS) {
  console.log(`\n— ${row.map(([name]) => name).join(", ")}`);
  const held = await Promise.all(row.map((step) => holds(step, row.length === 1)));
  if (held.includes(false)) process.exit(1);
}
console.log("\nAll of it holds.");

/** What a step says beside others is told at its end, in one piece. */
async function holds([name, command]: Step, isAlone: boolean): Promise<boolean> {
  const started = performance.now();
  const stdio = isAlone ? "inherit" : "pipe";
  const child = spawn(command, { cwd: root, stdio: ["inherit", stdio, stdio], shell: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const [status] = await once(child, "close");
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const outcome = status === 0 ? "passed in" : "failed after";
  console.log(`${said}${name} ${outcome} ${seconds} s: ${command}`);
  return status === 0;
}
