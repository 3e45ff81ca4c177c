import type { Reporter } from "vitest/node";

/**
 * Ends a run of the tests with one plain line that any reader of a log can count; before it, by name,
 * what passed only when it was tried once more.
 */
export const closingLine: Reporter = {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const again: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        if (test.diagnostic()?.flaky) again.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
      if (module.errors().length > 0) counts.failed += 1;
    }
    for (const name of again) console.log(`passed when tried once more: ${name}`);
    console.log(`\n${again.length} tried once more`);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  },
};
