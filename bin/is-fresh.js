import { readdirSync, statSync } from "node:fs";

/** What the build is made from, besides the sources of the inbox page. */
const SOURCES = ["src", "package.json", "package-lock.json"];

/** When the newest of a file, or of a folder and all below it, was changed; removals count too. */
function newest(path) {
  const state = statSync(path, { throwIfNoEntry: false });
  if (state === undefined) return 0;
  if (!state.isDirectory()) return state.mtimeMs;
  const inside = readdirSync(path).map((name) => newest(`${path}/${name}`));
  return Math.max(state.mtimeMs, ...inside);
}

/** Whether a file that was built in the clone at `root` is newer than all that it was built from. */
export function isFresh(root, built, sources = SOURCES) {
  const state = statSync(`${root}/${built}`, { throwIfNoEntry: false });
  return state !== undefined && sources.every((name) => newest(`${root}/${name}`) < state.mtimeMs);
}
