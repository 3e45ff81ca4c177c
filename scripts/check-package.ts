import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { SURFACE_LANGUAGES } from "../src/messages/message-language.ts";

/*
 * Packs the packages as they would be published, puts each where a user would have it, and uses it: its
 * entries import and type-check from outside, publint finds nothing, and in a fresh folder npm installs
 * it and npx starts it, as the server of every folder.
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

  // The page is built into the package, once for each language; its scripts are compressed.
  for (const language of SURFACE_LANGUAGES) {
    const named = language === "en" ? "" : `.${language}`;
    for (const file of [`index${named}.html`, `worker${named}.js.br`]) {
      readFileSync(join(installed, "dist", "inbox", file));
    }
  }

  await checkInstalled(join(folder, packed.filename), version);

  const megabytes = (packed.unpackedSize / 1e6).toFixed(2);
  console.log(
    `${packed.filename}: ${packed.entryCount} files, ${megabytes} MB, ${entries.length} entries work.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** As somebody does who has no clone: npm installs it, npx starts it, and other folders reach it. */
async function checkInstalled(tarball: string, version: string): Promise<void> {
  const fresh = join(folder, "fresh");
  const elsewhere = join(folder, "elsewhere");
  for (const made of [fresh, elsewhere]) mkdirSync(made);
  writeFileSync(join(fresh, "package.json"), '{"private":true}');
  const [zod] = JSON.parse(
    run("npm", ["pack", join(root, "node_modules/zod"), "--json", "--ignore-scripts"], fresh),
  );
  const packages = [`./${zod.filename}`, tarball];
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...packages], fresh);

  // Neither the server of whoever runs this, nor their home server.
  for (const name of ["EARSHOT_DATA", "EARSHOT_URL", "EARSHOT_KEY"]) delete process.env[name];
  process.env["XDG_STATE_HOME"] = join(folder, "state");
  const start = ["--no-install", "earshot", "start", "--port", "0", "--no-console", "--no-link"];
  const server = spawn("npx", start, { cwd: fresh, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  const bin = join(fresh, "node_modules/.bin/earshot");
  const earshot = (...args: readonly string[]) => run(bin, args, elsewhere).trim();
  try {
    const greeting = await greetingOf(server.stdout);
    assertSaid("start", greeting, /^Earshot listens on .*\nIt is your home server, /);
    if (earshot("--version") !== version) throw new Error(`It is not earshot ${version}.`);
    earshot("tell", "It is installed.");
    assertSaid("events", earshot("events"), /message/);
    assertSaid("status", earshot("status"), /your home server/);
  } finally {
    // npx would not take the server with it.
    earshot("stop");
    await ended;
  }
}

/** Goes on reading behind it: a server that nobody hears any more ends. */
async function greetingOf(stdout: Readable): Promise<string> {
  let said = "";
  const { promise, resolve } = Promise.withResolvers<string>();
  stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes("Ask a first question")) resolve(said);
  });
  stdout.once("end", () => resolve(said));
  return await promise;
}

function assertSaid(command: string, said: string, expected: RegExp): void {
  if (!expected.test(said)) throw new Error(`earshot ${command} printed: ${said}`);
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
