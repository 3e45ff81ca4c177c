import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  REMOTE_CHANNELS,
  type RemoteChannel,
} from "../../../domain/delivery.ts";
import { sentenceCase } from "../../charts/words.ts";
import { CHANNEL_NAMES } from "../../deliveries/channel-names.ts";
import { go } from "../../router.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { type Filter, filterPath } from "./filter.ts";

const STATUSES: readonly { readonly value: DeliveryStatus | ""; readonly label: string }[] = [
  { value: "", label: "Any, failed first" },
  ...DELIVERY_STATUSES.map((value) => ({
    value,
    label: value === "queued" ? "Waiting" : sentenceCase(value),
  })),
];
const CHANNELS: readonly { readonly value: RemoteChannel | ""; readonly label: string }[] = [
  { value: "", label: "Any" },
  ...REMOTE_CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] })),
];

export function FilterRow({ filter }: { readonly filter: Filter }) {
  const { status: _, ...ofAnyStatus } = filter;
  const { channel: __, ...ofAnyChannel } = filter;
  const { item: ___, ...ofAnyItem } = filter;
  const show = (next: Filter) => go(filterPath(next), { replace: true });
  return (
    <div class="filter-row">
      <Field label="Status">
        <Select
          value={filter.status ?? ""}
          options={STATUSES}
          onChange={(status) => show(status === "" ? ofAnyStatus : { ...filter, status })}
        />
      </Field>
      <Field label="Channel">
        <Select
          value={filter.channel ?? ""}
          options={CHANNELS}
          onChange={(channel) => show(channel === "" ? ofAnyChannel : { ...filter, channel })}
        />
      </Field>
      {filter.item === undefined ? null : (
        <OfOneItem item={filter.item} onLeave={() => show(ofAnyItem)} />
      )}
    </div>
  );
}

interface OfOneItemProps {
  readonly item: string;
  readonly onLeave: () => void;
}

function OfOneItem({ item, onLeave }: OfOneItemProps) {
  const kind = item.startsWith("req_") ? "request" : "message";
  return (
    <div class="buttons">
      <span>
        Of one {kind}, <code title={item}>…{item.slice(-6)}</code>
      </span>
      <Button kind="quiet" onClick={onLeave}>
        Show those of all
      </Button>
    </div>
  );
}
