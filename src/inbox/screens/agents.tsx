import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/charts.css";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { grouped } from "../charts/words.ts";
import { AgentState, AgentView } from "../keys/agent-view.tsx";
import { agentSearch } from "../keys/agent-words.ts";
import { HaltSwitch } from "../keys/halt-switch.tsx";
import { Keys } from "../keys/keys.tsx";
import { Permissions } from "../keys/permissions.tsx";
import { RejectOpen } from "../keys/reject-open.tsx";
import { ListScreen } from "../parts/list-screen.tsx";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

/** Agents with their switch, keys, and what people have permitted in advance; or the one that is open. */
export function AgentsScreen() {
  const agents = useLive(/^(?:agent|principal|key|request)\./, () => api.listAgents());
  return (
    <ListScreen
      title={say("agents")}
      none={say("agent.none")}
      prefix="prn"
      list={() => (
        <>
          <Loading from={agents} what={say("agents.what")}>
            {({ items }) => <AgentTable agents={items} onChange={agents.reload} />}
          </Loading>
          <Permissions />
          <Keys />
        </>
      )}
      one={(id) => (
        <Loading from={agents} what={say("agent.what")}>
          {({ items }) => {
            const agent = items.find(({ principal }) => principal.id === id);
            if (agent === undefined) return <Empty title={say("agent.none")} />;
            return <AgentView key={id} agent={agent} onChange={agents.reload} />;
          }}
        </Loading>
      )}
    />
  );
}

interface Props {
  readonly agents: readonly ListedAgent[];
  readonly onChange: () => void;
}

function AgentTable({ agents, onChange }: Props) {
  if (agents.length === 0) {
    return (
      <Empty title={say("agents.none")}>
        {sayWith("agents.none.about", { command: <code>npx earshot init</code> })}
      </Empty>
    );
  }
  return (
    <>
      <p class="about">{say("agents.about")}</p>
      <RecordTable
        caption={say("agents")}
        head={[
          say("agent"),
          say("state"),
          say("open-requests"),
          say("keys"),
          say("known-since"),
          say("switch"),
        ]}
        rows={agents.map(({ principal, openRequests, keys }) => [
          <a key={principal.id} href={`/agents/${principal.id}`}>
            <Name text={principal.name} />
          </a>,
          <AgentState key={principal.id} haltedAt={principal.haltedAt} />,
          openRequests === 0 ? (
            <span class="figure">0</span>
          ) : (
            <a
              class="figure"
              href={`/?q=${encodeURIComponent(`${agentSearch(principal.name)} status:open`)}`}
            >
              {grouped(openRequests)}
            </a>
          ),
          <span key={principal.id} class="figure">
            {grouped(keys)}
          </span>,
          <Time key={principal.id} at={principal.createdAt} />,
          <span key={principal.id} class="buttons">
            <HaltSwitch agent={principal} onChange={onChange} />
            {openRequests === 0 ? null : <RejectOpen agent={principal} onChange={onChange} />}
          </span>,
        ])}
      />
    </>
  );
}
