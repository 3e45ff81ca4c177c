import type { Rule } from "../../domain/policy/policy.ts";
import type { PolicyInForce } from "../../ports/earshot/authority.ts";
import { visibleText } from "../../render/visible-text.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Empty } from "../ui/empty.tsx";
import { LevelMark } from "../ui/level-mark.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { otherKeys } from "./other-keys.ts";
import { askedText, budgetText, conditionLines, DECISIONS, rulesOf } from "./rule-words.ts";

/** The rules in the order in which they are tried. */
export function RuleTable({ policy }: { readonly policy: PolicyInForce }) {
  const rules = rulesOf(policy.source);
  return (
    <>
      <p class="about">
        {policy.source === undefined ? (
          "No policy was ever applied."
        ) : (
          <>
            Revision <code title={policy.revision}>{policy.revision.slice(0, 12)}</code>, put in
            force <Time at={policy.since} />.
          </>
        )}{" "}
        Rules are tried in order: the first that matches decides, and where none does owners and
        approvers are asked.
      </p>
      <Rules rules={rules} />
      <RecordTable
        caption="Beside the rules"
        head={["Key", "Says", "What it is for"]}
        rows={otherKeys(policy.source).map(({ key, value, meaning }) => [
          <code key={key}>{key}</code>,
          value === undefined ? muted("not set") : <code key={key}>{value}</code>,
          meaning,
        ])}
      />
    </>
  );
}

function Rules({ rules }: { readonly rules: readonly Rule[] | undefined }) {
  if (rules === undefined) {
    return (
      <Notice kind="warn">
        This page cannot read the rules in force; load it again, or see them with{" "}
        <code>npx earshot policy show</code>.
      </Notice>
    );
  }
  if (rules.length === 0) {
    return (
      <Empty title="There are no rules: people are asked about everything">
        Write some under Edit, or keep them in <code>earshot.yaml</code>.
      </Empty>
    );
  }
  return (
    <RecordTable
      caption="Rules, first to last"
      head={["#", "Rule", "Decision", "Tools and agents", "Where", "Level", "Asks", "Budget"]}
      rows={rules.map((rule, index) => [
        <span key={rule.name} class="figure">
          {index + 1}
        </span>,
        <RuleName key={rule.name} rule={rule} />,
        <span key={rule.name} class={`tone tone-${TONES[rule.decision]}`}>
          {DECISIONS[rule.decision]}
        </span>,
        <Matches key={rule.name} rule={rule} />,
        <Lines key={rule.name} lines={conditionLines(rule.args)} />,
        rule.level === undefined ? (
          muted("built-in")
        ) : (
          <LevelMark key={rule.name} level={rule.level} />
        ),
        askedText(rule),
        rule.budget === undefined ? muted("none") : budgetText(rule.budget),
      ])}
    />
  );
}

const TONES = { allow: "good", ask: "plain", deny: "bad" } as const;

function RuleName({ rule: { name, why } }: { readonly rule: Rule }) {
  return (
    <>
      <strong>
        <Name text={name} />
      </strong>
      {why === undefined ? null : <span class="row-note">{visibleText(why)}</span>}
    </>
  );
}

function Matches({ rule: { tools, agents } }: { readonly rule: Rule }) {
  return (
    <>
      <Patterns items={tools} none="any tool" />
      {agents === undefined ? null : (
        <>
          <span class="muted"> by </span>
          <Patterns items={agents} none="any agent" />
        </>
      )}
    </>
  );
}

interface PatternsProps {
  readonly items: readonly string[] | undefined;
  readonly none: string;
}

function Patterns({ items, none }: PatternsProps) {
  if (items === undefined) return muted(none);
  return (
    <span class="patterns">
      {items.map((pattern) => (
        <code key={pattern}>{visibleText(pattern, { keepLines: false })}</code>
      ))}
    </span>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return muted("always");
  return (
    <ul class="rule-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function muted(text: string) {
  return <span class="muted">{text}</span>;
}
