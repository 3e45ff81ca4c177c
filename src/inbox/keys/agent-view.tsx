import type { ComponentChildren } from "preact";
import type { PrincipalId } from "../../domain/id.ts";
import type { InboxItem } from "../../domain/inbox/inbox.ts";
import { DEFAULT_INSIGHTS_DAYS, MAX_INSIGHTS_DAYS } from "../../domain/limits.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { AnswerTimesChart } from "../charts/answer-times-chart.tsx";
import { DwellChart } from "../charts/dwell-chart.tsx";
import { DaysChart } from "../charts/interruptions-chart.tsx";
import { OutcomesChart } from "../charts/outcomes-chart.tsx";
import { Fact } from "../parts/fact.tsx";
import { LinkTable, List, readPages, usePages } from "../parts/list.tsx";
import { Loading } from "../parts/loading.tsx";
import { Said } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { useLoad } from "../parts/use-load.ts";
import { askOf } from "../requests/list/row-words.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { LevelMark } from "../ui/level-mark.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import { Time } from "../ui/time.tsx";
import { agentSearch, approvalSentence } from "./agent-words.ts";
import { HaltSwitch } from "./halt-switch.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { RejectOpen } from "./reject-open.tsx";

interface Props {
  readonly agent: ListedAgent;
  readonly onChange: () => void;
}

/** One agent: what it waits for, how people decided on it, and all that it asked. */
export function AgentView({ agent: { principal, keys, openRequests }, onChange }: Props) {
  const { id, name } = principal;
  return (
    <>
      <Section
        title={name}
        actions={
          <span class="buttons">
            <HaltSwitch agent={principal} onChange={onChange} />
            {openRequests === 0 ? null : <RejectOpen agent={principal} onChange={onChange} />}
          </span>
        }
      >
        <dl class="facts">
          <Fact name={say("state")}>
            <AgentState haltedAt={principal.haltedAt} />
          </Fact>
          <Fact name={say("keys")}>{keys}</Fact>
          <Fact name={say("known-since")}>
            <Time at={principal.createdAt} />
          </Fact>
        </dl>
      </Section>
      <Section title={say("waits")}>
        <Requests
          agent={id}
          caption={say("waits.caption")}
          query={`${agentSearch(name)} status:open`}
          none={<Empty title={say("waits.none")}>{say("waits.none.about")}</Empty>}
        />
      </Section>
      <Figures agent={id} />
      <Section title={say("history")}>
        <Requests
          agent={id}
          caption={say("history.caption")}
          query={agentSearch(name)}
          isClosed
          none={<Empty title={say("history.none")}>{say("history.none.about")}</Empty>}
        />
      </Section>
    </>
  );
}

export function AgentState({ haltedAt }: { readonly haltedAt: string | undefined }) {
  if (haltedAt === undefined) return <span class="tone tone-good">{say("served")}</span>;
  return <span class="tone tone-bad">{sayWith("halted", { when: <Time at={haltedAt} /> })}</span>;
}

/** Of the last week; of the last three months where that has nothing. */
function Figures({ agent }: { readonly agent: PrincipalId }) {
  const insights = useLoad(async () => {
    const week = await api.insights({ agent });
    if (week.interruptions.length > 0) return { days: DEFAULT_INSIGHTS_DAYS, ...week };
    return { days: MAX_INSIGHTS_DAYS, ...(await api.insights({ agent, days: MAX_INSIGHTS_DAYS })) };
  }, agent);
  return (
    <Loading from={insights} what={say("figures.what")}>
      {(read) => (
        <Section
          title={say("figures", { days: read.days })}
          about={approvalSentence(read.outcomes)}
        >
          {read.outcomes.length === 0 ? null : (
            <div class="charts">
              <OutcomesChart outcomes={read.outcomes} />
              <AnswerTimesChart times={read.answerTimes} />
              <DaysChart interruptions={read.interruptions} days={read.days} />
              <DwellChart dwell={read.dwell} />
            </div>
          )}
        </Section>
      )}
    </Loading>
  );
}

interface RequestsProps {
  readonly agent: PrincipalId;
  readonly caption: string;
  readonly query: string;
  readonly isClosed?: boolean;
  readonly none: ComponentChildren;
}

/** Other agents' names may contain this one's, so that the search alone finds too many. */
function Requests({ agent, caption, query, isClosed = false, none }: RequestsProps) {
  const found = usePages(/^request\./, async (pages) => {
    const { items, hasMore } = await readPages(pages, (from) => api.inbox({ query, ...from }));
    const own = items.filter((one) => one.agent === agent && (!isClosed || one.status !== "open"));
    return { items: own, hasMore: hasMore === true };
  });
  return (
    <List from={found} what={say("requests.what")} empty={none}>
      {(items) => (
        <LinkTable
          caption={caption}
          head={[
            say("what"),
            say("level"),
            say("asked"),
            ...(isClosed ? [say("outcome"), say("closed")] : []),
          ]}
          ids={items.map(({ id }) => id)}
          rows={items.map((item) => [
            <a key="what" href={`/${isClosed ? "done/" : ""}${item.id}`}>
              <Said text={askOf(item)} />
            </a>,
            item.level === undefined ? (
              say("level.question")
            ) : (
              <LevelMark key="level" level={item.level} />
            ),
            <Time key="asked" at={item.createdAt} />,
            ...(isClosed ? outcomeOf(item) : []),
          ])}
        />
      )}
    </List>
  );
}

function outcomeOf({ status, closedAt }: InboxItem) {
  return [
    <StatusMark key="status" status={status} />,
    closedAt === undefined ? null : <Time key="closed" at={closedAt} />,
  ];
}
