import { place } from "../browser/router.ts";
import { LinkTable, List, readPages, usePages } from "../parts/list.tsx";
import { Name } from "../parts/said.tsx";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { type Filter, filterPath, readFilter } from "./filter.ts";
import { FilterRow } from "./filter-row.tsx";
import { SessionState } from "./session-state.tsx";
import { causeText, taskText } from "./session-words.ts";

const PAGE = 50;

export function SessionList() {
  const filter = readFilter(place.value.query);
  return (
    <>
      <FilterRow filter={filter} />
      <Sessions key={filterPath(filter)} filter={filter} />
    </>
  );
}

function Sessions({ filter }: { readonly filter: Filter }) {
  const list = usePages(/^session\./, (pages) =>
    readPages(pages, (from) => api.listSessions({ ...filter, ...from, limit: PAGE })),
  );
  return (
    <List
      from={list}
      what="sessions"
      isFiltered={Object.keys(filter).length > 0}
      empty={
        <Empty title="No sessions yet">
          Start one: <code>npx earshot sessions start</code>. It shows up here while its agent
          works.
        </Empty>
      }
    >
      {(sessions) => (
        <LinkTable
          caption="Sessions, newest first"
          head={["Session", "Agent", "State", "Started by", "When"]}
          rows={sessions.map((session) => [
            <a key={session.id} href={`/sessions/${session.id}`}>
              <bdi>{taskText(session)}</bdi>
            </a>,
            <Name key={session.id} text={session.agentName} />,
            <SessionState key={session.id} session={session} />,
            <bdi key={session.id}>{causeText(session)}</bdi>,
            <Time key={session.id} at={session.createdAt} />,
          ])}
        />
      )}
    </List>
  );
}
