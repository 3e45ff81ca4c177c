import type { RanCase } from "../../domain/policy/run-cases.ts";
import type { PolicyCoverage } from "../../ports/earshot/policy-coverage.ts";
import { visibleText } from "../../render/visible-text.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { ruleText } from "./verdict-words.ts";

/** What becomes of the tests that stand beside the rules in force. */
export function TestTable({ coverage: { tests, rules } }: { readonly coverage: PolicyCoverage }) {
  if (tests.length === 0) {
    return (
      <Empty title={say("tests.none")}>
        {sayWith("tests.none.about", { key: <code>tests</code> })}
      </Empty>
    );
  }
  const failed = tests.filter(({ fault }) => fault !== undefined).length;
  const tested = new Set(tests.map(({ rule }) => rule));
  const without = rules.filter(({ rule }) => !tested.has(rule)).length;
  return (
    <>
      <Notice kind={failed === 0 ? "good" : "warn"}>
        {say("tests.result", {
          count: tests.length,
          failed,
          covered: rules.length - without,
          of: rules.length,
        })}
      </Notice>
      <RecordTable
        caption={say("tests")}
        head={[say("tests.outcome"), say("tests.test"), say("by-rule"), say("tests.differs")]}
        rows={tests.map((test) => [
          <Outcome key="outcome" test={test} />,
          <strong key="name">
            <Name text={test.name} />
          </strong>,
          ruleText(test.rule),
          faultText(test),
        ])}
      />
    </>
  );
}

function Outcome({ test: { fault } }: { readonly test: RanCase }) {
  return fault === undefined ? (
    <span class="tone tone-good">{say("tests.holds")}</span>
  ) : (
    <span class="tone tone-bad">{say("tests.fails")}</span>
  );
}

function faultText({ fault }: RanCase): string {
  if (fault === undefined) return "";
  const [expected, actual] = [fault.expected, fault.actual].map((text) =>
    visibleText(text, { keepLines: false }),
  );
  return say("tests.fault", { expected: expected ?? "", actual: actual ?? "" });
}
