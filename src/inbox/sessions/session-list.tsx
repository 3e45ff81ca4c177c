import { useState } from "preact/hooks";
import type { Session } from "../../domain/sessions/session.ts";
import { place } from "../browser/router.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { useLive } from "../parts/use-live.ts";
import { useRows } from "../parts/use-rows.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
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
  const [pages, setPages] = useState(1);
  const list = useLive(/^session\./, () => readSessions(filter, pages), String(pages));
  return (
    <Loading from={list} what="sessions">
      {({ items, hasMore }) => (
        <>
          <Rows sessions={items} isFiltered={Object.keys(filter).length > 0} />
          {hasMore ? (
            <div class="buttons">
              <Button busy={list.isBusy} onClick={() => setPages(pages + 1)}>
                Show more
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Loading>
  );
}

interface RowsProps {
  readonly sessions: readonly Session[];
  readonly isFiltered: boolean;
}

function Rows({ sessions, isFiltered }: RowsProps) {
  const rows = useRows<HTMLDivElement>("session-list");
  if (sessions.length === 0) {
    return isFiltered ? (
      <Empty title="None of this kind">Choose less to see more.</Empty>
    ) : (
      <Empty title="No sessions yet">
        Start one: <code>npx earshot sessions start</code>. It shows up here while its agent works.
      </Empty>
    );
  }
  return (
    <div ref={rows}>
      <RecordTable
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
    </div>
  );
}

async function readSessions(filter: Filter, pages: number) {
  const items: Session[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const behind = cursor === undefined ? {} : { cursor };
    const read = await api.listSessions({ ...filter, ...behind, limit: PAGE });
    items.push(...read.items);
    cursor = read.next;
    if (cursor === undefined) break;
  }
  return { items, hasMore: cursor !== undefined };
}
