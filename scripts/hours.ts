import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addedHours, type Handled, type Hours, hoursTable } from "./hours-table.ts";
import { OPERATORS } from "./proofs/proof-cells.ts";
import { provenCell, provingVariables } from "./proofs/proofs.ts";

/*
 * node scripts/hours.ts --operators 10 --seed 1 [--operator "fast phone"]
 * Hours of operators on the real page (test/inbox/hours.test.ts), told by form: keys and presses without
 * the letters of words, and seconds of the hands and of the page. Ends with the sums as a line of JSON.
 * `npm run prove -- hours` takes one operator after another, each with a line of its own.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    operators: { type: "string", default: String(OPERATORS.length) },
    operator: { type: "string", default: provenCell("hours") },
    seed: { type: "string", default: "1" },
  },
});
const { operator: cell } = values;
const volume = cell === undefined ? Number(values.operators) : 1;
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), "earshot-hours-"));
try {
  const { status } = spawnSync("npx", ["vitest", "run", "--retry=0", "test/inbox/hours.test.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      ...provingVariables("hours", { volume, seed, cell }),
      EARSHOT_HOURS_FILE: join(folder, "hour"),
    },
  });
  const handled = globSync(join(folder, "hour.*")).flatMap(
    (file) => JSON.parse(readFileSync(file, "utf8")) as Handled[],
  );
  const byForm = addedHours(handled);
  console.log(`\n${hoursTable(byForm)}`);
  console.log(`\n${JSON.stringify({ requests: handled.length, byForm } satisfies Hours)}`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
