import { MAX_POLICY_TRIALS, POLICY_TRIED_ON_MS } from "../../domain/limits.ts";
import type { PolicyCoverage } from "../../ports/earshot/policy-coverage.ts";
import { inTime } from "../browser/spans.ts";
import { grouped, percent } from "../charts/words.ts";
import { ShareMeter } from "../ui/share-meter.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

interface Props {
  readonly coverage: PolicyCoverage;
  readonly rule: string;
}

/** How much of what agents sought a rule decided, and when it last did. */
export function Traffic({ coverage: { rules, examined }, rule }: Props) {
  const { requests = 0, last, lastRequest } = rules.find((one) => one.rule === rule) ?? {};
  if (requests === 0) return <span class="muted">{say("traffic.never")}</span>;
  return (
    <>
      <span class="figure">{grouped(requests)}</span>{" "}
      <ShareMeter
        label={say("traffic")}
        share={requests / Math.max(examined, 1)}
        text={percent(requests, examined)}
      />
      {last === undefined ? null : (
        <a class="row-note" href={`/${lastRequest}`}>
          {sayWith("traffic.last", { when: <Time at={last} /> })}
        </a>
      )}
    </>
  );
}

/** How many tests a rule decides; none is told, since then nothing holds it. */
export function TestsOf({ coverage: { tests }, rule }: Props) {
  const count = tests.filter((one) => one.rule === rule).length;
  return count === 0 ? (
    <span class="muted">{say("tests.of-none")}</span>
  ) : (
    <span class="figure">{grouped(count)}</span>
  );
}

/** What was counted, and what of it no rule of today has decided. */
export function TrafficNote({ coverage }: Pick<Props, "coverage">) {
  const { examined, rules, others, next } = coverage;
  const idle = rules.filter(({ requests }) => requests === 0).length;
  const sum = (name: (rule: string) => boolean) =>
    others.reduce((all, { rule, requests }) => all + (name(rule) ? requests : 0), 0);
  return (
    <p class="muted">
      {say("traffic.about", {
        examined: grouped(examined),
        span: inTime(POLICY_TRIED_ON_MS),
        unmatched: grouped(sum((rule) => rule === "default")),
        former: grouped(sum((rule) => rule !== "default")),
        idle,
      })}{" "}
      {next === undefined ? null : say("traffic.newest", { most: grouped(MAX_POLICY_TRIALS) })}
    </p>
  );
}
