import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/* Everything that must hold before a change lands; what CI runs. Ends at the first that fails. */
const STEPS: readonly (readonly [name: string, command: string])[] = [
  ["lint", "biome check --error-on-warnings"],
  ["types", "tsc && tsc -p src/inbox && tsc -p test"],
  ["unused code", "knip"],
  ["tests", "npm test"],
  ["docs", "node scripts/generate-docs.ts --check"],
  ["package", "node scripts/check-package.ts"],
];

const root = fileURLToPath(new URL("..", import.meta.url));
for (const [name, command] of STEPS) {
  const started = performance.now();
  console.log(`\n— ${name}: ${command}`);
  const { status } = spawnSync(command, { cwd: root, stdio: "inherit", shell: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    console.error(`\n${name} failed after ${seconds} s.`);
    process.exit(1);
  }
  console.log(`${name} passed in ${seconds} s.`);
}
console.log("\nAll of it holds.");
