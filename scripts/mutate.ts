import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/*
 * Changes what authority rests on, one spot at a time, and looks whether its own tests see that:
 *
 *   npm run mutate              all groups
 *   npm run mutate -- machine   some of them
 *
 * It fails where a group has fewer than 90 % of its mutants killed. Mutants of what runs once, as a
 * module is loaded, are left out (`ignoreStatic`): Stryker cannot put them into a loaded module.
 */
interface Group {
  readonly mutate: readonly string[];
  readonly testFiles: readonly string[];
}

const domain = (...names: readonly string[]) => names.map((name) => `src/domain/${name}`);

const GROUPS: Readonly<Record<string, Group>> = {
  digest: {
    mutate: ["src/system/digest.ts", ...domain("authority/action.ts")],
    testFiles: [
      "src/system/digest.test.ts",
      "test/authority/digest-vectors.test.ts",
      ...domain("authority/action.test.ts"),
    ],
  },
  machine: {
    mutate: domain("requests/request-machine.ts"),
    testFiles: domain("requests/request-machine*.test.ts"),
  },
  policy: {
    mutate: domain(
      "policy/decide.ts",
      "policy/conditions.ts",
      "policy/budget.ts",
      "policy/default-levels.ts",
      "policy/demands-more.ts",
      "glob.ts",
      "policy/permission-match.ts",
    ),
    testFiles: domain(
      "policy/{decide,conditions,budget,read}*.test.ts",
      "policy/demands-more*.test.ts",
      "policy/default-levels*.test.ts",
      "glob*.test.ts",
      "policy/permission-match*.test.ts",
    ),
  },
  grant: {
    mutate: domain("authority/grant.ts", "authority/secret-args.ts"),
    testFiles: domain("authority/grant*.test.ts", "authority/secret-args*.test.ts"),
  },
};

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}coverage`;
const base = JSON.parse(readFileSync(`${root}stryker.config.json`, "utf8")) as object;

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(", ")}: ${Object.keys(GROUPS).join(", ")}.`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const wanted = Object.entries(GROUPS).filter(
  ([name]) => named.length === 0 || named.includes(name),
);
const weak = wanted.filter(([name, group]) => !isKilled(name, group)).map(([name]) => name);
if (weak.length > 0) console.error(`Too many mutants live: ${weak.join(", ")}.`);
process.exit(weak.length === 0 ? 0 : 1);

function isKilled(name: string, group: Group): boolean {
  const config = `${folder}/stryker-${name}.json`;
  writeFileSync(config, JSON.stringify({ ...base, ...group }));
  console.log(`\n${name}`);
  const { status } = spawnSync("npx", ["stryker", "run", config], {
    cwd: root,
    stdio: "inherit",
    // A change that only a fact sees which `npm test` leaves out is seen all the same.
    env: { ...process.env, EARSHOT_TEST_WHOLE: "1" },
  });
  return status === 0;
}
