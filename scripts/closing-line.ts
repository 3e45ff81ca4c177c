import type { Reporter, TestCase } from "vitest/node";

const NOT_TRIED = "not tried: ";

/**
 * Ends a run of the tests with one plain line that any reader of a log can count; before it, by name,
 * what passed only when it was tried once more, and why something could not be tried here.
 */
export const closingLine: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    // test/support/share.ts has marked what is one of too many.
    const left = new Set(tests.filter((test) => "leftTo" in test.meta()));
    const notes = tests.flatMap((test) => (left.has(test) ? [] : (noteOf(test) ?? [])));
    const again = tests.filter((test) => test.diagnostic()?.flaky === true);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    for (const { module, fullName } of again) {
      console.log(`passed when tried once more: ${module.relativeModuleId} > ${fullName}`);
    }
    for (const note of new Set(notes)) console.log(`${NOT_TRIED}${note}`);
    console.log(`\n${left.size} left to npm run prove`);
    console.log(`${again.length} tried once more`);
    const skipped = count("skipped") - left.size;
    console.log(
      `${count("passed")} passed, ${count("failed") + broken} failed, ${skipped} skipped`,
    );
  },
};

/** Why it was skipped, in one line. */
function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note?.replaceAll("\n", " ") : undefined;
}

/** The same, read from the run's output; the counts are NaN if it did not get that far. */
export function readClosing(said: string) {
  const [, triedAgain] = /^(\d+) tried once more$/m.exec(said) ?? [];
  const [, passed, failed, skipped] =
    /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(said) ?? [];
  const lines = said.split("\n").filter((line) => line.startsWith(NOT_TRIED));
  return {
    counts: {
      passed: Number(passed),
      failed: Number(failed),
      skipped: Number(skipped),
      triedAgain: Number(triedAgain),
    },
    notTried: lines.map((line) => line.slice(NOT_TRIED.length)),
  };
}
