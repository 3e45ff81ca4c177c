import type { PrincipalId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { CALL_MS } from "./deciders.ts";
import type { History } from "./history.ts";
import { demand } from "./violation.ts";
import type { StoredRows } from "./world-store.ts";

/** The little of a policy that the workload makes use of, read in a way of its own. */
interface PlainRule {
  readonly name: string;
  readonly tools?: readonly string[];
  readonly decision?: "ask" | "allow" | "deny";
  readonly quorum?: number;
  readonly budget?: { readonly calls?: number };
}

/** The policies on disk. */
export interface PolicyOracle {
  /** Of a rule by its name, in a revision; undefined where there is none. */
  decisionOf(revision: string, rule: string): string | undefined;
  /** A rule with a budget has not let pass more than that. Budgets here outlast the world. */
  checkBudget(request: AuthorizationRequest): void;
  /** Why today's policy refuses to let it run, if it did so before the calls under way began. */
  refusal(request: AuthorizationRequest): string | undefined;
  /** What is open tells how many it wants by the policy in force, once there was time to apply it. */
  checkOpen(request: AuthorizationRequest): void;
}

export function createPolicyOracle(database: StoredRows, history: History): PolicyOracle {
  const readSource = database.prepare("select source from policies where revision = ?");
  const countPassed = database.prepare(`select count(*) as passed from requests
    where agent = ? and rule = ? and status = 'approved'`);

  function rulesOf(revision: string): readonly PlainRule[] {
    const row = readSource.get(revision);
    if (row === undefined) return [];
    return (JSON.parse(String(row["source"])) as { rules: PlainRule[] }).rules;
  }

  function lastChange(): Event | undefined {
    return history.events.findLast(({ type }) => type === "policy.changed");
  }

  /** The first that speaks of the tool. */
  function ruleToday({ authorization }: AuthorizationRequest): PlainRule | undefined {
    const { tool } = authorization.action;
    return rulesOf(lastChange()?.data?.revision ?? "").find(
      ({ tools }) => tools === undefined || tools.includes(tool),
    );
  }

  function passed(agent: PrincipalId, rule: string): number {
    return Number(countPassed.get(agent, rule)?.["passed"]);
  }

  return {
    decisionOf: (revision, rule) => {
      const found = rulesOf(revision).find(({ name }) => name === rule);
      return found === undefined ? undefined : (found.decision ?? "ask");
    },
    checkBudget({ agent, authorization }) {
      const { action, demand: wanted } = authorization;
      const rule = rulesOf(action.policyVersion).find(({ name }) => name === wanted.rule);
      const calls = rule?.budget?.calls;
      if (calls === undefined) return;
      const count = passed(agent, wanted.rule);
      demand(count <= calls, `"${wanted.rule}" has let pass ${count} of ${calls}`);
    },
    refusal(request) {
      const { authorization } = request;
      const last = lastChange();
      const isOld = history
        .olderThan(CALL_MS)
        .some(({ seq }) => last !== undefined && seq === last.seq);
      if (last === undefined || !isOld) return undefined;
      const { tool } = authorization.action;
      const rule = ruleToday(request);
      if (rule?.decision === "deny") return `the policy denies ${tool}`;
      if (rule === undefined || rule.decision === "allow") return undefined;
      const isMore = (rule.quorum ?? 1) > authorization.demand.quorum;
      return isMore ? `the policy wants ${rule.quorum} people for ${tool}` : undefined;
    },
    checkOpen(request) {
      const rule = ruleToday(request);
      // What is denied stands as it was asked.
      if (request.status !== "open" || rule === undefined || rule.decision === "deny") return;
      const { quorum } = request.authorization.demand;
      const isToday = quorum === (rule.quorum ?? 1);
      demand(isToday, `${request.id} tells that it wants ${quorum}, which "${rule.name}" does not`);
    },
  };
}
