import "../styles/screens.css";
import "../styles/screens-tables.css";
import type { DeliveriesInput, ShownDelivery } from "../../ports/earshot/hub.ts";
import { place } from "../browser/router.ts";
import { ChannelStates } from "../hub/channel-states.tsx";
import { DeliveryTable, type Known } from "../hub/delivery-table.tsx";
import { type Filter, filterPath, readFilter } from "../hub/filter.ts";
import { FilterRow } from "../hub/filter-row.tsx";
import { List, type Listed, readPages, usePages } from "../parts/list.tsx";
import { Section } from "../parts/section.tsx";
import { useLoad } from "../parts/use-load.ts";
import { useNames } from "../parts/use-names.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";

/** How items reach people on other platforms, and what failed. */
export function DeliveriesScreen() {
  return (
    <Screen title="Deliveries">
      <ChannelStates />
      <DeliveryList />
    </Screen>
  );
}

const PAGE = 50;

/** What was sent to whom, and what failed: the dead letters. */
function DeliveryList() {
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
  const list = usePages(/^(?:delivery|request|message)\./, (pages) =>
    readDeliveries(filter, pages),
  );
  return (
    <List
      from={list}
      what="deliveries"
      isFiltered={Object.keys(filter).length > 0}
      empty={
        <Empty title="Nothing was delivered yet">
          What agents ask goes to the addresses that people have linked in{" "}
          <a href="/settings">Settings</a>.
        </Empty>
      }
    >
      {(items) => <DeliveryTable {...known} items={items} onChange={list.reload} />}
    </List>
  );
}

/**
 * So many pages of them, the newest first; without a filter, failed ones come before the others.
 */
async function readDeliveries(filter: Filter, pages: number): Promise<Listed<ShownDelivery>> {
  const read = (input: DeliveriesInput) =>
    readPages(pages, (from) => api.deliveries({ ...input, ...from, limit: PAGE }));
  if (filter.status !== undefined) return await read(filter);
  const [failed, all] = await Promise.all([read({ ...filter, status: "failed" }), read(filter)]);
  const known = new Set(failed.items.map(({ id }) => id));
  const others = all.items.filter(({ id, status }) => status !== "failed" && !known.has(id));
  return {
    items: [...failed.items, ...others],
    hasMore: failed.hasMore === true || all.hasMore === true,
  };
}
