import type { ChangedTest } from "../../domain/policy/changed-tests.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { say } from "./messages/messages.ts";

/** Tests that change in one step with their rules, and so hold those to nothing. */
export function ChangedTests({ tests }: { readonly tests: readonly ChangedTest[] }) {
  if (tests.length === 0) return null;
  return (
    <RecordTable
      caption={say("changed-tests")}
      head={[
        say("tests.test"),
        say("changed-tests.change"),
        say("rule"),
        say("changed-tests.rule"),
      ]}
      rows={tests.map(({ test, change, rule, ruleChange }) => [
        <Name key="test" text={test} />,
        say(`changed.${change}`),
        <Name key="rule" text={rule} />,
        say(`changed.${ruleChange}`),
      ])}
    />
  );
}
