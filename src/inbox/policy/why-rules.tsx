import type { RequestId } from "../../domain/id.ts";
import type { ExplainedRequest } from "../../ports/earshot/policy-reasons.ts";
import { Loading } from "../parts/loading.tsx";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { RuleReasons } from "./rule-reasons.tsx";
import { ruleText } from "./verdict-words.ts";

/** Rule by rule why a request was asked, allowed or refused; again when `version` changes. */
export function WhyRules({ id, version }: { readonly id: RequestId; readonly version: number }) {
  const told = useLoad(() => api.explainRequest({ id }), String(version));
  return (
    <Loading from={told} what={say("why.what")}>
      {(explained) => <Told explained={explained} />}
    </Loading>
  );
}

function Told({ explained }: { readonly explained: ExplainedRequest }) {
  const { revision, isInForce, at, unknown, rules, anew, tool } = explained;
  const code = <code title={revision}>{revision.slice(0, 12)}</code>;
  const when = <Time at={at} />;
  return (
    <>
      <p class="muted">
        {isInForce
          ? sayWith("why.judged", { revision: code, when })
          : sayWith("why.judged.former", { revision: code, when })}
      </p>
      {unknown === undefined ? null : <p>{say(`why.unknown.${unknown}`)}</p>}
      {tool === undefined ? null : <p>{say(`why.tool.${tool}`)}</p>}
      <RuleReasons rules={rules} />
      {unknown === undefined && explained.rule === "default" ? <p>{say("why.none")}</p> : null}
      {anew === undefined ? null : <p>{say("why.anew", { rule: ruleText(anew.rule) })}</p>}
    </>
  );
}
