import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Packs the packages as they would be published, puts each where a user would have it, and uses it: its
 * entries import and type-check from outside, its command runs, and publint finds nothing.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "earshot-package-"));
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    // npm names every file that it packs.
    maxBuffer: 16 * 1024 * 1024,
  });

try {
  run("npm", ["run", "build", "--", "--alone", "--if-stale"], root);
  const [packed] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root),
  );
  const installed = join(folder, "node_modules", "earshot");
  mkdirSync(installed, { recursive: true });
  run(
    "tar",
    ["xzf", join(folder, packed.filename), "--strip-components=1", "-C", installed],
    folder,
  );
  const { dependencies, exports, version } = JSON.parse(
    readFileSync(join(installed, "package.json"), "utf8"),
  );
  // What the user's npm would install beside it; the same files are here already.
  for (const name of [...Object.keys(dependencies), "@types/node", "vitest"]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }

  run("npx", ["--no-install", "publint", "run", join(folder, packed.filename), "--strict"], root);

  const entries = Object.keys(exports).filter((entry) => !entry.endsWith(".json"));
  const lines = entries.map(
    (entry, index) => `import * as e${index} from "${join("earshot", entry)}";`,
  );
  const use = entries.map(
    (_, index) => `if (Object.keys(e${index}).length === 0) throw new Error("empty");`,
  );
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  writeFileSync(join(folder, "use.ts"), `${[...lines, ...use].join("\n")}\n`);
  run(process.execPath, ["use.ts"], folder);
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "false",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--types",
    "node",
  ];
  run(join(root, "node_modules/.bin/tsc"), [...options, "use.ts"], folder);

  checkClient();

  // The page is built into the package, as is, and compressed.
  for (const file of ["index.html", "index.html.br", "index.html.gz"]) {
    readFileSync(join(installed, "dist", "inbox", file));
  }

  const said = run(
    process.execPath,
    [join(installed, "bin/earshot.js"), "--version"],
    folder,
  ).trim();
  if (said !== version) throw new Error(`earshot --version printed ${said}, not ${version}.`);
  const megabytes = (packed.unpackedSize / 1e6).toFixed(2);
  console.log(
    `${packed.filename}: ${packed.entryCount} files, ${megabytes} MB, ${entries.length} entries work.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The client alone, where a compiler knows the web and nothing of Node. */
function checkClient(): void {
  const alone = join(folder, "alone");
  mkdirSync(alone);
  const [packed] = JSON.parse(
    run("npm", ["pack", join(root, "dist/client"), "--json", "--ignore-scripts"], alone),
  );
  run("npx", ["--no-install", "publint", "run", join(alone, packed.filename), "--strict"], root);
  writeFileSync(join(alone, "package.json"), '{"type":"module","private":true}');
  run("npm", ["install", "--offline", "--no-audit", `./${packed.filename}`], alone);
  const lines = [
    'import { createClient, type EarshotClient } from "earshot-client";',
    'import { guard } from "earshot-client/guard";',
    'const earshot: EarshotClient = createClient({ url: "http://127.0.0.1:4242", key: "" });',
    "const run = async (args: { amount: number }) => args.amount;",
    'export const paid = guard(run, { earshot, tool: "pay", reason: "It is due." });',
  ];
  writeFileSync(join(alone, "use.ts"), `${lines.join("\n")}\n`);
  run(process.execPath, ["use.ts"], alone);
  const language = ["--target", "es2022", "--lib", "es2022,dom", "--types", ""];
  const checks = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext"];
  run(join(root, "node_modules/.bin/tsc"), [...checks, ...language, "use.ts"], alone);
  const kilobytes = Math.round(packed.unpackedSize / 1e3);
  console.log(`${packed.filename}: ${packed.entryCount} files, ${kilobytes} kB, by itself.`);
}
