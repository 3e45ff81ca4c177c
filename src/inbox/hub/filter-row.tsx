import { BUILT_IN_CHANNELS, type RemoteChannel } from "../../domain/channel-kind.ts";
import { DELIVERY_STATUSES, type DeliveryStatus } from "../../domain/hub/delivery.ts";
import type { ChannelState } from "../../ports/earshot/hub.ts";
import { go } from "../browser/router.ts";
import { channelName } from "../parts/channel-name.ts";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { type Filter, filterPath } from "./filter.ts";
import { say, sayWith } from "./messages/messages.ts";

const STATUSES: readonly { readonly value: DeliveryStatus | ""; readonly label: string }[] = [
  { value: "", label: say("status.any") },
  ...DELIVERY_STATUSES.map((value) => ({ value, label: say(`status.${value}`) })),
];

export function FilterRow({ filter }: { readonly filter: Filter }) {
  const { value: running } = useLoad(() => api.channels());
  const { status: _, ...ofAnyStatus } = filter;
  const { channel: __, ...ofAnyChannel } = filter;
  const { item: ___, ...ofAnyItem } = filter;
  const show = (next: Filter) => go(filterPath(next), { replace: true });
  return (
    <div class="filter-row">
      <Field label={say("status")}>
        <Select
          value={filter.status ?? ""}
          options={STATUSES}
          onChange={(status) => show(status === "" ? ofAnyStatus : { ...filter, status })}
        />
      </Field>
      <Field label={say("channel")}>
        <Select
          value={filter.channel ?? ""}
          options={channelOptions(filter, running?.items ?? [])}
          onChange={(channel) => show(channel === "" ? ofAnyChannel : { ...filter, channel })}
        />
      </Field>
      {filter.item === undefined ? null : (
        <OfOneItem item={filter.item} onLeave={() => show(ofAnyItem)} />
      )}
    </div>
  );
}

/** Earshot's own, the configured external ones, and the one that is chosen. */
function channelOptions(
  { channel: chosen }: Filter,
  configured: readonly ChannelState[],
): readonly { readonly value: RemoteChannel | ""; readonly label: string }[] {
  const outside = configured.map(({ channel }) => channel);
  const kinds = new Set<RemoteChannel>([
    ...BUILT_IN_CHANNELS,
    ...outside,
    ...(chosen === undefined ? [] : [chosen]),
  ]);
  return [
    { value: "", label: say("channel.any") },
    ...[...kinds].map((value) => ({ value, label: channelName(value) })),
  ];
}

interface OfOneItemProps {
  readonly item: string;
  readonly onLeave: () => void;
}

function OfOneItem({ item, onLeave }: OfOneItemProps) {
  const id = <code title={item}>…{item.slice(-6)}</code>;
  return (
    <div class="buttons">
      <span>{sayWith(item.startsWith("req_") ? "leave.request" : "leave.message", { id })}</span>
      <Button kind="quiet" onClick={onLeave}>
        {say("leave")}
      </Button>
    </div>
  );
}
