import "../styles/screens.css";
import "../styles/screens-tables.css";
import { AgentTable } from "../keys/agent-table.tsx";
import { Keys } from "../keys/keys.tsx";
import { Permissions } from "../keys/permissions.tsx";
import { Loading } from "../parts/loading.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Screen } from "../ui/screen.tsx";

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
