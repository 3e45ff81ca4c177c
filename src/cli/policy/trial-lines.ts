import { wantedOf } from "../../domain/authority/places.ts";
import { inDigits, inTime } from "../../domain/in-words.ts";
import { POLICY_TRIED_ON_MS } from "../../domain/limits.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import type { PolicyDryRun, PolicyTrial } from "../../ports/earshot/policy-trial.ts";
import { oneLine } from "../../render/visible-text.ts";

const NAME_WIDTH = 128;
/** Of each kind; with --json there are more. */
const MOST_SHOWN = 10;

/** What a policy would have treated otherwise: the numbers, and examples of each kind. */
export function trialLines(run: PolicyDryRun): readonly string[] {
  const { examined, unjudged, loosened, tightened } = run;
  const span = `the last ${inTime(POLICY_TRIED_ON_MS)}`;
  const erased =
    unjudged === 0 ? [] : [`Not judged, since they were erased: ${inDigits(unjudged)}.`];
  if (examined === 0) return [`Agents sought nothing in ${span} to try it on.`, ...erased];
  return [
    `Of ${inDigits(examined)} authorizations of ${span}, it would have loosened ${inDigits(loosened)} and tightened ${inDigits(tightened)}.`,
    ...(run.next === undefined ? [] : ["These are the newest; there are more."]),
    ...erased,
    ...examplesOf(run, "loosened"),
    ...examplesOf(run, "tightened"),
  ];
}

function examplesOf(run: PolicyDryRun, kind: PolicyTrial["change"]): readonly string[] {
  const all = run.examples.filter(({ change }) => change === kind).slice(0, MOST_SHOWN);
  if (all.length === 0) return [];
  const more = run[kind] - all.length;
  return [
    `${kind}:`,
    ...all.flatMap(({ request, agentName, tool, at, before, after }) => [
      `  ${request}  ${at}  ${oneLine(agentName, NAME_WIDTH)}: ${oneLine(tool, NAME_WIDTH)}`,
      `    - ${verdictLine(before)}`,
      `    + ${verdictLine(after)}`,
    ]),
    ...(more === 0 ? [] : [`  and ${inDigits(more)} more`]),
  ];
}

function verdictLine({ outcome, demand }: PolicyVerdict): string {
  const { rule, level, stepUp, note, tickets = [] } = demand;
  const by = `by ${JSON.stringify(oneLine(rule, NAME_WIDTH))}`;
  if (outcome !== "ask") return `${outcome} ${level} ${by}`;
  const who = wantedOf(demand).map(
    ({ count, approvers }) => `${count} of ${[...approvers.names, ...approvers.roles].join(", ")}`,
  );
  const proof = [
    ...(stepUp ? ["step-up"] : []),
    ...(note === undefined ? [] : ["a note"]),
    ...tickets.map((ticket) => `a ticket as ${oneLine(ticket, NAME_WIDTH)}`),
  ];
  const more = proof.length === 0 ? "" : `, with ${proof.join(", ")}`;
  return `ask ${level} ${by}: ${oneLine(who.join(" and "), NAME_WIDTH)}${more}`;
}
