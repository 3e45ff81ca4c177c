import type { Change, ChangedTest } from "../../domain/policy/changed-tests.ts";
import type { PolicyChanges } from "../../domain/policy/changes.ts";
import { oneLine } from "../../render/visible-text.ts";

/** One line for each rule: `+` is added, `-` is removed, `~` has changed. */
export function changeLines({
  added,
  removed,
  changed,
  isReordered,
  groups,
  owners,
  newTools,
  freezes,
  retention,
  routing,
  messages,
}: PolicyChanges): readonly string[] {
  const line = (sign: string) => (name: string) => `${sign} ${oneLine(name, 128)}`;
  return [
    ...removed.map(line("-")),
    ...changed.map(line("~")),
    ...added.map(line("+")),
    ...(isReordered ? ["The rules that stay come in another order."] : []),
    ...(groups === true ? ["~ groups: who is in them, and so may decide"] : []),
    ...(owners === true ? ["~ owners: how many are wanted for what gives power"] : []),
    ...(newTools === true ? ["~ new_tools: tools that a server offers only later"] : []),
    ...(freezes === true ? ["~ freezes: other times by which rules decide"] : []),
    ...(retention === true
      ? ["~ retention: npx earshot retention shows what is erased by it"]
      : []),
    ...(routing === true
      ? ["~ routing: npx earshot route test shows who is reached by it, and when"]
      : []),
    ...(messages === true ? ["~ messages: agents may send to other chats than before"] : []),
  ];
}

const SIGNS: Readonly<Record<Change, string>> = { added: "+", removed: "-", changed: "~" };

/** Tests that change in one step with their rules, and so hold those to nothing. */
export function changedTestLines(tests: readonly ChangedTest[]): readonly string[] {
  if (tests.length === 0) return [];
  const quoted = (name: string) => JSON.stringify(oneLine(name, 128));
  return [
    "These tests change together with the rule that decides them. Look at both:",
    ...tests.map(
      ({ test, change, rule, ruleChange }) =>
        `  ${SIGNS[change]} test ${quoted(test)}, with ${SIGNS[ruleChange]} rule ${quoted(rule)}`,
    ),
  ];
}
