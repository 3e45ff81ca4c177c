import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-policy.css";
import { useState } from "preact/hooks";
import type { PolicyCoverage } from "../../ports/earshot/policy-coverage.ts";
import { wholeCoverage } from "../../render/whole-coverage.ts";
import { Loading } from "../parts/loading.tsx";
import { useLive } from "../parts/use-live.ts";
import type { Loaded } from "../parts/use-load.ts";
import { AloneTable } from "../policy/alone-table.tsx";
import { PolicyEditor } from "../policy/policy-editor.tsx";
import { PolicyHistory } from "../policy/policy-history.tsx";
import { RuleTable } from "../policy/rule-table.tsx";
import { TestTable } from "../policy/test-table.tsx";
import { TryCall } from "../policy/try-call.tsx";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Screen } from "../ui/screen.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { say } from "./messages/messages.ts";

const VIEWS = [
  { id: "rules", label: say("policy.rules") },
  { id: "tests", label: say("policy.tests") },
  { id: "try", label: say("policy.try") },
  { id: "history", label: say("policy.history") },
  { id: "alone", label: say("policy.alone") },
  { id: "edit", label: say("policy.edit") },
] as const;
type View = (typeof VIEWS)[number]["id"];

/** The rules for what agents may do: the current ones, what they say about a call, and new ones. */
export function PolicyScreen() {
  const [view, setView] = useState<View>("rules");
  const policy = useLive(/^policy\.changed$/, () => api.policy());
  const coverage = useLive(/^policy\.changed$/, () => wholeCoverage(api));
  const items = can("policy") ? VIEWS : VIEWS.filter(({ id }) => id !== "edit");
  return (
    <Screen title={say("policy")}>
      <Tabs items={items} selected={view} onSelect={setView} label={say("policy.views")} />
      <Loading from={policy} what={say("policy.what")}>
        {(inForce) => (
          <>
            {view === "rules" ? <RuleTable policy={inForce} coverage={coverage.value} /> : null}
            {view === "tests" ? <Tests coverage={coverage} /> : null}
            {view === "try" ? <TryCall /> : null}
            {view === "history" ? <PolicyHistory /> : null}
            {view === "alone" ? <AloneTable /> : null}
            <div hidden={view !== "edit"}>
              {can("policy") ? <PolicyEditor policy={inForce} onApplied={policy.set} /> : null}
            </div>
          </>
        )}
      </Loading>
    </Screen>
  );
}

function Tests({ coverage }: { readonly coverage: Loaded<PolicyCoverage> }) {
  return (
    <Loading from={coverage} what={say("policy.tests.what")}>
      {(counted) => <TestTable coverage={counted} />}
    </Loading>
  );
}
