import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { closingLine } from "./scripts/closing-line.ts";
import { COMPILE_CACHE } from "./test/support/compile-cache.ts";

// Servers in the tests start threads of sources by the thousand: compiled anew, each takes four times as
// long. Lines are counted exactly only in what was compiled anew.
if (process.env["EARSHOT_TEST_COVERAGE"] === undefined) {
  process.env["NODE_COMPILE_CACHE"] = COMPILE_CACHE;
}

export default defineConfig({
  test: {
    // Node reads the sources itself: what vitest makes of a module is slower to load, and in every call.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: ["test/support/first.ts", "test/support/setup.ts"],
    // Tests wait for most of their time: for programs that they start, for a disk, or for a time to come.
    maxWorkers: Math.max(5, availableParallelism()),
    // A worker reads a whole product and makes thousands of short-lived things: room for them spares a
    // tenth of its work.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { setupFiles: "list" },
    reporters: [process.env["EARSHOT_PROVE"] === undefined ? "default" : "dot", closingLine],
    // A second, as it is by default, is less than a shared machine stalls for.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      // Pure functions: nothing of one file is left for the next, so each module is read once.
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts"],
          isolate: false,
          // They compute and seldom wait: more workers would read the product more often, and no faster.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
          // A store's threads are programs of the build.
          globalSetup: ["test/support/global-build.ts"],
          // Properties look at every code point there is, which a busy machine takes its time for.
          testTimeout: 60_000,
        },
      },
      // All in one: a worker goes from file to file and reads the product once. Four groups of them
      // took a sixth more of the processors.
      {
        extends: true,
        test: {
          name: "system",
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ["test/**/*.test.ts"],
          globalSetup: ["test/support/global-build.ts", "test/support/global-services.ts"],
          testTimeout: 60_000,
          // What a file begins with is not tried once more, and starts a database on a busy machine.
          hookTimeout: 120_000,
          // A shared machine can stall for longer than any limit here allows. Only what timed out is
          // tried once more: a violation that was seen stays seen.
          retry: { count: 1, condition: /timed out in \d+ms|Timeout \d+ms exceeded/ },
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // What runs in the browser is proved there, and its lines are not counted.
      exclude: ["src/**/*.test.ts", "src/**/index.ts", "src/index.ts", "src/inbox/**"],
      // What is enough, scripts/coverage.ts says: it also counts the programs that tests start.
      reporter: ["json"],
    },
  },
});
