import type { Rule } from "../../domain/policy/policy.ts";
import type { PolicyInForce } from "../../ports/earshot/authority.ts";
import type { PolicyCoverage } from "../../ports/earshot/policy-coverage.ts";
import { visibleText } from "../../render/visible-text.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Empty } from "../ui/empty.tsx";
import { LevelMark } from "../ui/level-mark.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { otherKeys } from "./other-keys.ts";
import { askedText, budgetLines, matchLines, rulesOf } from "./rule-words.ts";
import { TestsOf, Traffic, TrafficNote } from "./traffic.tsx";

interface Props {
  readonly policy: PolicyInForce;
  /** Absent until it is counted. */
  readonly coverage: PolicyCoverage | undefined;
}

/** The rules in the order in which they are tried. */
export function RuleTable({ policy, coverage }: Props) {
  const rules = rulesOf(policy.source);
  return (
    <>
      <p class="about">
        {policy.source === undefined
          ? say("none-applied")
          : sayWith("revision.since", {
              revision: <code title={policy.revision}>{policy.revision.slice(0, 12)}</code>,
              when: <Time at={policy.since} />,
            })}{" "}
        {say("order.about")}
      </p>
      {coverage === undefined || coverage.examined === 0 ? null : (
        <TrafficNote coverage={coverage} />
      )}
      <Rules rules={rules} coverage={coverage} />
      <RecordTable
        caption={say("beside")}
        head={[say("key"), say("says"), say("meaning")]}
        rows={otherKeys(policy.source).map(({ key, value, meaning }) => [
          <code key={key}>{key}</code>,
          value === undefined ? muted(say("key.unset")) : <code key={key}>{value}</code>,
          meaning,
        ])}
      />
    </>
  );
}

interface RulesProps extends Pick<Props, "coverage"> {
  readonly rules: readonly Rule[] | undefined;
}

function Rules({ rules, coverage }: RulesProps) {
  if (rules === undefined) {
    return (
      <Notice kind="warn">
        {sayWith("rules.unreadable", { command: <code>npx earshot policy show</code> })}
      </Notice>
    );
  }
  if (rules.length === 0) {
    return (
      <Empty title={say("rules.none")}>
        {sayWith("rules.none.about", { file: <code>earshot.yaml</code> })}
      </Empty>
    );
  }
  return (
    <RecordTable
      caption={say("rules")}
      head={[
        "#",
        say("rule"),
        say("decision"),
        say("traffic"),
        say("tests.column"),
        say("matches"),
        say("where"),
        say("level"),
        say("asks"),
        say("budget"),
      ]}
      rows={rules.map((rule, index) => [
        <span key={rule.name} class="figure">
          {index + 1}
        </span>,
        <RuleName key={rule.name} rule={rule} />,
        <span key={rule.name} class={`tone tone-${TONES[rule.decision]}`}>
          {say(`decision.${rule.decision}`)}
        </span>,
        coverage === undefined ? (
          ""
        ) : (
          <Traffic key="traffic" coverage={coverage} rule={rule.name} />
        ),
        coverage === undefined ? "" : <TestsOf key="tests" coverage={coverage} rule={rule.name} />,
        <Matches key={rule.name} rule={rule} />,
        <Lines key={rule.name} lines={matchLines(rule)} none={say("where.always")} />,
        rule.level === undefined ? (
          muted(say("level.built-in"))
        ) : (
          <LevelMark key={rule.name} level={rule.level} />
        ),
        askedText(rule),
        <Lines key={rule.name} lines={budgetLines(rule)} none={say("budget.none")} />,
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
  const any = <Patterns items={tools} none={say("matches.any-tool")} />;
  if (agents === undefined) return any;
  const by = <Patterns items={agents} none={say("matches.any-agent")} />;
  return <>{sayWith("matches.by", { tools: any, agents: by })}</>;
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

interface LinesProps {
  readonly lines: readonly string[];
  readonly none: string;
}

function Lines({ lines, none }: LinesProps) {
  if (lines.length === 0) return muted(none);
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
