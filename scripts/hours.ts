import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { provingVariables } from "./proofs/proofs.ts";

/*
 * node scripts/hours.ts --operators 10 --seed 1
 * Hours of operators on the real page (test/inbox/hours.test.ts), told by form: keys and presses without
 * the letters of words, and seconds of the hands and of the page. Ends with the figures as a line of JSON.
 */

interface Handled {
  readonly form: string;
  readonly way: string;
  readonly keys: number;
  readonly presses: number;
  readonly letters: number;
  readonly handMs: number;
  readonly pageMs: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    operators: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
});
const [operators, seed] = [Number(values.operators), Number(values.seed)];
const folder = mkdtempSync(join(tmpdir(), "earshot-hours-"));
try {
  const { status } = spawnSync("npx", ["vitest", "run", "--retry=0", "test/inbox/hours.test.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      ...provingVariables("hours", { volume: operators, seed, cell: undefined }),
      EARSHOT_HOURS_FILE: join(folder, "hour"),
    },
  });
  const handled = globSync(join(folder, "hour.*")).flatMap(
    (file) => JSON.parse(readFileSync(file, "utf8")) as Handled[],
  );
  report(handled);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(handled: readonly Handled[]): void {
  const forms = [...new Set(handled.map(({ form }) => form))];
  const ways = [...new Set(handled.map(({ way }) => way))].toSorted();
  console.log(`\n| form | ${ways.join(" | ")} | page |\n|---${"|---".repeat(ways.length + 1)}|`);
  const byForm: Record<string, object> = {};
  for (const form of forms.toSorted()) {
    const own = handled.filter((one) => one.form === form);
    const byWay = ways.map((way) => [way, meansOf(own.filter((one) => one.way === way))] as const);
    const cells = byWay.map(([, { acts, letters, seconds }]) =>
      letters === 0 ? `${acts}, ${seconds} s` : `${acts} + ${letters} letters, ${seconds} s`,
    );
    const page = round(mean(own.map(({ pageMs }) => pageMs)) / 1_000);
    console.log(`| ${form} | ${cells.join(" | ")} | ${page} s |`);
    byForm[form] = { ...Object.fromEntries(byWay), pageSeconds: page };
  }
  console.log(`\n${JSON.stringify({ operators, requests: handled.length, byForm })}`);
}

function meansOf(some: readonly Handled[]) {
  return {
    acts: round(mean(some.map(({ keys, presses }) => keys + presses))),
    letters: round(mean(some.map(({ letters }) => letters))),
    seconds: round(mean(some.map(({ handMs }) => handMs)) / 1_000),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
