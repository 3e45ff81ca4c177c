import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder where `global-build.ts` puts the bundled programs of the tests. */
export const BUILT_PROGRAMS = fileURLToPath(
  new URL("../../node_modules/.cache/test-programs", import.meta.url),
);

/**
 * A program of this folder, bundled: it loads in a third of the time. Coverage counts the lines of
 * its sources.
 */
export function programOf(name: string): URL {
  return built(name) ?? new URL(`./${name}.ts`, import.meta.url);
}

/** What programs import as `earshot`. */
export const LIBRARY = built("library") ?? new URL("../../src/index.ts", import.meta.url);

/** The bundle of a program of any test folder, where coverage is not measured. */
export function built(name: string): URL | undefined {
  const isCounted = process.env["EARSHOT_TEST_COVERAGE"] !== undefined;
  return isCounted ? undefined : pathToFileURL(`${BUILT_PROGRAMS}/${name}.js`);
}
