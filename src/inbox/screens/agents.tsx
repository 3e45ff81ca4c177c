import "../styles/screens.css";
import "../styles/screens-tables.css";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { grouped } from "../charts/words.ts";
import { HaltSwitch } from "../keys/halt-switch.tsx";
import { Keys } from "../keys/keys.tsx";
import { Permissions } from "../keys/permissions.tsx";
import { RejectOpen } from "../keys/reject-open.tsx";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";
import { Time } from "../ui/time.tsx";

/** Agents with their switch, keys, and what people have permitted in advance. */
export function AgentsScreen() {
  const agents = useLive(/^(?:agent|principal|key|request)\./, () => api.listAgents());
  return (
    <Screen title="Agents">
      <Loading from={agents} what="agents">
        {({ items }) => <AgentTable agents={items} onChange={agents.reload} />}
      </Loading>
      <Permissions />
      <Keys />
    </Screen>
  );
}

interface Props {
  readonly agents: readonly ListedAgent[];
  readonly onChange: () => void;
}

function AgentTable({ agents, onChange }: Props) {
  if (agents.length === 0) {
    return (
      <Empty title="No agents yet">
        Make a key for one below, or run <code>npx earshot init</code> in the project where it
        works.
      </Empty>
    );
  }
  return (
    <>
      <p class="about">
        Halting an agent ends every call it has open, and none of its keys, tokens and grants works
        from then on. Its requests stay: they can be rejected, and approved again once it is
        resumed.
      </p>
      <RecordTable
        caption="Agents"
        head={["Agent", "State", "Open requests", "Keys", "Known since", "Switch"]}
        rows={agents.map(({ principal, openRequests, keys }) => [
          <strong key={principal.id}>
            <Name text={principal.name} />
          </strong>,
          <State key={principal.id} haltedAt={principal.haltedAt} />,
          openRequests === 0 ? (
            <span class="figure">0</span>
          ) : (
            <a class="figure" href={`/?q=${encodeURIComponent(searchOf(principal.name))}`}>
              {grouped(openRequests)}
            </a>
          ),
          <span key={principal.id} class="figure">
            {grouped(keys)}
          </span>,
          <Time key={principal.id} at={principal.createdAt} />,
          <span key={principal.id} class="switches">
            <HaltSwitch agent={principal} onChange={onChange} />
            {openRequests === 0 ? null : <RejectOpen agent={principal} onChange={onChange} />}
          </span>,
        ])}
      />
    </>
  );
}

/** A search for the open requests of an agent in the inbox. */
function searchOf(name: string): string {
  const word = /\s/.test(name) ? `"${name}"` : name;
  return `agent:${word} status:open`;
}

function State({ haltedAt }: { readonly haltedAt: string | undefined }) {
  if (haltedAt === undefined) return <span class="tone tone-good">served</span>;
  return (
    <span class="tone tone-bad">
      halted <Time at={haltedAt} />
    </span>
  );
}
