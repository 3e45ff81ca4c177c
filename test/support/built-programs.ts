import { fileURLToPath, pathToFileURL } from "node:url";

/** Where `global-build.ts` puts the programs of this folder, bundled with what they are made of. */
export const BUILT_PROGRAMS = fileURLToPath(
  new URL("../../node_modules/.cache/test-programs", import.meta.url),
);

/** A program of this folder: bundled it loads in a third of the time. Counted are the lines of sources. */
export function programOf(name: string): URL {
  const isCounted = process.env["EARSHOT_TEST_COVERAGE"] !== undefined;
  return isCounted
    ? new URL(`./${name}.ts`, import.meta.url)
    : pathToFileURL(`${BUILT_PROGRAMS}/${name}.js`);
}
