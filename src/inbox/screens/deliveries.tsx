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
import { say, sayWith } from "./messages/messages.ts";

/** How items reach people on other platforms, and what failed. */
export function DeliveriesScreen() {
  return (
    <Screen title={say("deliveries")}>
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
    <Section title={say("deliveries")} about={say("deliveries.about")}>
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
      what={say("deliveries.what")}
      isFiltered={Object.keys(filter).length > 0}
      empty={
        <Empty title={say("deliveries.none")}>
          {sayWith("deliveries.none.about", { link: <a href="/settings">{say("settings")}</a> })}
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
