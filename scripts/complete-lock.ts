import { readFileSync, writeFileSync } from "node:fs";
import { present } from "../src/domain/present.ts";

/*
 * Names in the lock file the optional packages of other platforms that `npm install` leaves out where
 * the registry did not serve them at that moment; `npm ci` wants them named and then skips them. Run
 * it after every change of dependencies, and prove the lock with `npm ci` in a fresh clone.
 */
interface Entry {
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Entry> };
const PLATFORM = /(win32|darwin|linux|android|freebsd|openharmony)-?(arm64|x64|arm|[a-z0-9]+)/;
let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === "") continue;
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] !== undefined) continue;
    const [, os, cpu] = PLATFORM.exec(name) ?? [];
    if (os === undefined || cpu === undefined) continue;
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ""),
      cpu: [cpu],
      dev: true,
      ...present({ libc: name.includes("musl") ? ["musl"] : undefined }),
      optional: true,
      os: [os],
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms named.`);
