import { POLICY_TRIED_ON_MS } from "../../domain/limits.ts";
import type { PolicyDryRun, PolicyTrial } from "../../ports/earshot/policy-trial.ts";
import { inTime } from "../browser/spans.ts";
import { grouped } from "../charts/words.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { ChangedTests } from "./changed-tests.tsx";
import { say } from "./messages/messages.ts";
import { ruleText, verdictShort } from "./verdict-words.ts";

interface Props {
  /** The sum so far. */
  readonly result: PolicyDryRun;
  readonly isRunning: boolean;
}

/** What a policy would have said about what agents sought, loosened and tightened apart. */
export function DryRun({ result, isRunning }: Props) {
  const { examined, unjudged, loosened, tightened, examples, next, tests } = result;
  if (isRunning) {
    return <Notice kind="info">{say("dry-run.running", { examined: grouped(examined) })}</Notice>;
  }
  const erased =
    unjudged === 0 ? null : (
      <p class="muted">{say("dry-run.unjudged", { count: grouped(unjudged) })}</p>
    );
  const span = inTime(POLICY_TRIED_ON_MS);
  if (examined === 0) {
    return (
      <>
        <ChangedTests tests={tests} />
        <Notice kind="info">{say("dry-run.none", { span })}</Notice>
        {erased}
      </>
    );
  }
  const said = say("dry-run.result", {
    examined: grouped(examined),
    loosened: grouped(loosened),
    tightened: grouped(tightened),
    span,
  });
  return (
    <>
      <ChangedTests tests={tests} />
      <Notice kind={kindOf(result)}>{said}</Notice>
      {next === undefined ? null : <p class="muted">{say("dry-run.newest")}</p>}
      {erased}
      <Trials kind="loosened" examples={examples} />
      <Trials kind="tightened" examples={examples} />
    </>
  );
}

function kindOf({ loosened, tightened }: PolicyDryRun): "warn" | "good" | "info" {
  if (loosened > 0) return "warn";
  return tightened === 0 ? "good" : "info";
}

interface TrialsProps {
  readonly kind: PolicyTrial["change"];
  readonly examples: readonly PolicyTrial[];
}

function Trials({ kind, examples }: TrialsProps) {
  const shown = examples.filter(({ change }) => change === kind);
  const count = shown.length;
  if (count === 0) return null;
  return (
    <RecordTable
      caption={
        kind === "loosened"
          ? say("dry-run.loosened", { count })
          : say("dry-run.tightened", { count })
      }
      head={[say("when"), say("agent"), say("tool"), say("before"), say("after"), say("by-rule")]}
      rows={shown.map(({ request, agentName, tool, at, before, after }) => [
        <a key={request} href={`/${request}`}>
          <Time at={at} />
        </a>,
        <Name key={request} text={agentName} />,
        <code key={request}>
          <Name text={tool} />
        </code>,
        verdictShort(before),
        <strong key={request}>{verdictShort(after)}</strong>,
        ruleText(after.demand.rule),
      ])}
    />
  );
}
