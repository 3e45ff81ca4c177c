import { useState } from "preact/hooks";
import { place } from "../browser/router.ts";
import { Loading } from "../parts/loading.tsx";
import { Section } from "../parts/section.tsx";
import { useLive } from "../parts/use-live.ts";
import { useLoad } from "../parts/use-load.ts";
import { useNames } from "../parts/use-names.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { DeliveryTable, type Known } from "./delivery-table.tsx";
import { type Filter, filterPath, readFilter } from "./filter.ts";
import { FilterRow } from "./filter-row.tsx";
import { readDeliveries } from "./read-deliveries.ts";

/** What was sent to whom, and what of it failed: the dead letters. */
export function DeliveryList() {
  const filter = readFilter(place.value.query);
  const key = filterPath(filter);
  const links = useLoad(() => api.listLinks()).value?.items ?? [];
  const names = useNames();
  return (
    <Section
      title="Deliveries"
      about="One item's way to one address. What failed is kept until it is resent or dropped; dropping is for good. A request can be decided here whatever became of its deliveries."
    >
      <FilterRow filter={filter} />
      <Deliveries key={key} filter={filter} known={{ links, names }} />
    </Section>
  );
}

interface DeliveriesProps {
  readonly filter: Filter;
  readonly known: Known;
}

function Deliveries({ filter, known }: DeliveriesProps) {
  const [pages, setPages] = useState(1);
  const list = useLive(
    /^(?:delivery|request|message)\./,
    () => readDeliveries(filter, pages),
    String(pages),
  );
  return (
    <Loading from={list} what="deliveries">
      {({ items, hasMore }) => (
        <>
          {items.length === 0 ? (
            <Nothing filter={filter} />
          ) : (
            <DeliveryTable {...known} items={items} onChange={list.reload} />
          )}
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

function Nothing({ filter }: { readonly filter: Filter }) {
  if (Object.keys(filter).length > 0) {
    return <Empty title="None of this kind">Choose less to see more.</Empty>;
  }
  return (
    <Empty title="Nothing was delivered yet">
      What agents ask goes to the addresses that people have linked in{" "}
      <a href="/settings">Settings</a>.
    </Empty>
  );
}
