import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

/* The browser for tests and figures, from its npm package. */

/** A browser as it is started. */
export interface ChromiumProgram {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

const INFLATE = fileURLToPath(new URL("./inflate-chromium.ts", import.meta.url));
const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * The package proposes a single process without web security, which would prove nothing about a
 * page.
 */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--headless=shell",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  // Pages of one context and site share a process, which compiles what they run once.
  "--process-per-site",
];

export function launchChromium(
  { path, env }: ChromiumProgram,
  args: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: [...ARGS, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

/**
 * The package unpacks into the temporary folder, and takes whatever `chromium` lies there already, of
 * any version: it gets a folder of its own, named by its version.
 */
export async function unpackChromium(): Promise<ChromiumProgram> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const home = dirname(dirname(entry));
  const { version } = createRequire(import.meta.url)(join(home, "package.json")) as {
    version: string;
  };
  const cache = join(ROOT, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackTo(folder, { cache, bin: join(home, "bin") });
  const env = { FONTCONFIG_FILE: writeFontsFile(folder) };
  const path = join(folder, "chromium");
  if (starts(path, env)) return { path, env };
  const own = { ...env, LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
  if (starts(path, own)) return { path, env: own };
  throw new Error(
    `The browser at ${path} does not start: ${spawnSync(path, ["--version"]).stderr}. It is made for Linux on x64 and needs the libraries of NSS (apt install libnss3).`,
  );
}

/**
 * The fonts of the package and those of the system: the file that comes with the package names folders
 * that are nowhere here, and a browser without any font draws no text and ends at some of it.
 */
function writeFontsFile(folder: string): string {
  const path = join(folder, "fonts.conf");
  const dirs = [join(folder, "fonts", "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const lines = dirs.map((dir) => `  <dir>${dir}</dir>`).join("\n");
  writeFileSync(
    path,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines}\n  <cachedir>${join(folder, "fonts-cache")}</cachedir>\n</fontconfig>\n`,
  );
  return path;
}

/** Unpacks beside and renames, so that an interrupted one is never taken for complete. */
async function unpackTo(
  folder: string,
  { cache, bin }: { cache: string; bin: string },
): Promise<void> {
  const part = mkdtempSync(join(cache, ".unpacking-"));
  const packed = ["chromium.br", "fonts.tar.br", "al2023.tar.br"].map((name) => join(bin, name));
  try {
    await run(process.execPath, [INFLATE, ...packed], {
      env: { ...process.env, TMPDIR: part },
    });
    renameSync(part, folder);
  } catch (error) {
    // Another run was faster, and its folder exists.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function starts(path: string, env: Readonly<Record<string, string>>): boolean {
  return (
    spawnSync(path, ["--version", "--no-sandbox"], { env: { ...process.env, ...env } }).status === 0
  );
}
