import { useState } from "preact/hooks";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { place } from "../browser/router.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { useLive } from "../parts/use-live.ts";
import { useRows } from "../parts/use-rows.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { ConfidenceFigure } from "./confidence-figure.tsx";
import { type Filter, filterPath, readFilter } from "./filter.ts";
import { FilterRow } from "./filter-row.tsx";
import { NewConversation } from "./new-conversation.tsx";
import { PhaseMark } from "./phase-mark.tsx";
import { titleOf } from "./title-of.ts";

const PAGE = 50;

export function LiaisonList() {
  const filter = readFilter(place.value.query);
  return (
    <>
      {can("tell") ? <NewConversation /> : null}
      <FilterRow filter={filter} />
      <Conversations key={filterPath(filter)} filter={filter} />
    </>
  );
}

function Conversations({ filter }: { readonly filter: Filter }) {
  const [pages, setPages] = useState(1);
  const list = useLive(/^(?:liaison|task)\./, () => readLiaisons(filter, pages), String(pages));
  return (
    <Loading from={list} what="conversations">
      {({ items, hasMore }) => (
        <>
          <Rows liaisons={items} isFiltered={Object.keys(filter).length > 0} />
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
  readonly liaisons: readonly Liaison[];
  readonly isFiltered: boolean;
}

function Rows({ liaisons, isFiltered }: RowsProps) {
  const rows = useRows<HTMLDivElement>("liaison-list");
  if (liaisons.length === 0) {
    return isFiltered ? (
      <Empty title="None of this kind">Choose less to see more.</Empty>
    ) : (
      <Empty title="No conversations yet">
        Say above what you need, or run <code>npx earshot liaise</code>. The liaison asks what is
        missing and hands the task to an agent.
      </Empty>
    );
  }
  return (
    <div class="liaison-rows" ref={rows}>
      <RecordTable
        caption="Conversations with the liaison, newest first"
        head={["Task", "Person", "Worker", "Phase", "Round", "Confidence", "Begun"]}
        rows={liaisons.map((liaison) => [
          <a key={liaison.id} href={`/liaison/${liaison.id}`}>
            <bdi>{titleOf(liaison)}</bdi>
          </a>,
          <Name key={liaison.id} text={liaison.personName} />,
          liaison.worker === undefined ? (
            <span class="muted">nobody yet</span>
          ) : (
            <Name key={liaison.id} text={liaison.worker.name} />
          ),
          <PhaseMark key={liaison.id} phase={liaison.phase} />,
          String(liaison.round),
          <ConfidenceFigure key={liaison.id} liaison={liaison} />,
          <Time key={liaison.id} at={liaison.createdAt} />,
        ])}
      />
    </div>
  );
}

async function readLiaisons(filter: Filter, pages: number) {
  const items: Liaison[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const behind = cursor === undefined ? {} : { cursor };
    const read = await api.listLiaisons({ ...filter, ...behind, limit: PAGE });
    items.push(...read.items);
    cursor = read.next;
    if (cursor === undefined) break;
  }
  return { items, hasMore: cursor !== undefined };
}
