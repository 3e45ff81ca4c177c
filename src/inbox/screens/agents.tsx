import "../styles/screens.css";
import "../styles/screens-tables.css";
import { api } from "../api.ts";
import { can } from "../me.ts";
import { Screen } from "../ui/screen.tsx";
import { AgentTable } from "./agents/agent-table.tsx";
import { Keys } from "./agents/keys.tsx";
import { Permissions } from "./agents/permissions.tsx";
import { Loading } from "./parts/loading.tsx";
import { useLive } from "./parts/use-live.ts";

/** Agents with their switch, the keys of everybody, and what people have permitted in advance. */
export function AgentsScreen() {
  const agents = useLive(/^(?:agent|principal|key|request)\./, () => api.listAgents());
  return (
    <Screen title="Agents">
      <Loading from={agents} what="agents">
        {({ items }) => <AgentTable agents={items} onChange={agents.reload} />}
      </Loading>
      <Permissions />
      {can("keys") ? <Keys /> : null}
    </Screen>
  );
}
