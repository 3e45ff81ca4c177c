import type { ComponentChildren } from "preact";
import type { Link } from "../../domain/hub/link.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { grouped } from "../charts/words.ts";
import { addressWords } from "../parts/address-words.ts";
import { DeliveryState } from "../parts/delivery-state.tsx";
import { Name } from "../parts/said.tsx";
import { Time } from "../ui/time.tsx";
import { DeliveryActions } from "./delivery-actions.tsx";
import { filterPath } from "./filter.ts";
import { useAsks } from "./use-asks.ts";
import { useDeliveryKeys } from "./use-delivery-keys.ts";

export interface Known {
  readonly names: ReadonlyMap<PrincipalId, string>;
  readonly links: readonly Link[];
}

interface Props extends Known {
  readonly items: readonly ShownDelivery[];
  readonly onChange: () => void;
}

const HEAD = ["What", "To", "State", "Attempts", "Since", "Change"];
/** Only what can have the focus scrolls by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/** A table whose rows stay what they are when others come above them. */
export function DeliveryTable({ items, ...rest }: Props) {
  const body = useDeliveryKeys();
  const asks = useAsks(items);
  return (
    <section class="table-box records" aria-label="Deliveries, table" {...SCROLLED_BY_KEYS}>
      <table>
        <caption>Deliveries</caption>
        <thead>
          <tr>
            {HEAD.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              ask={asks.get(delivery.item)}
              {...rest}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends Known {
  readonly delivery: ShownDelivery;
  readonly ask: string | undefined;
  readonly onChange: () => void;
}

function DeliveryRow({ delivery, ask, names, links, onChange }: RowProps) {
  const { id, address, operator, attempts, createdAt } = delivery;
  const to = addressWords(address, links);
  const who = operator === undefined ? undefined : names.get(operator);
  return (
    <tr id={id}>
      <Cell name="What">
        <What delivery={delivery} ask={ask} agent={names.get(delivery.agent)} />
      </Cell>
      <Cell name="To">
        <Name text={to} />
        {who === undefined ? null : <span class="row-note">reaches {who}</span>}
      </Cell>
      <Cell name="State">
        <DeliveryState delivery={delivery} />
      </Cell>
      <Cell name="Attempts">
        <span class="figure">{grouped(attempts)}</span>
      </Cell>
      <Cell name="Since">
        <Time at={createdAt} />
      </Cell>
      <Cell name="Change">
        <DeliveryActions delivery={delivery} label={`to ${to}`} onChange={onChange} />
      </Cell>
    </tr>
  );
}

interface CellProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

function Cell({ name, children }: CellProps) {
  return (
    <td data-name={name}>
      <div>{children}</div>
    </td>
  );
}

interface WhatProps {
  readonly delivery: ShownDelivery;
  /** What is asked, as soon as it is known. */
  readonly ask: string | undefined;
  readonly agent: string | undefined;
}

/** A request is shown where it is decided; of a message, all that was made of it. */
function What({ delivery: { item, part }, ask, agent }: WhatProps) {
  const isRequest = item.startsWith("req_");
  const kind = isRequest ? "Request" : "Message";
  return (
    <>
      <a href={isRequest ? `/${item}` : filterPath({ item })} title={item}>
        {ask ?? `${kind} …${item.slice(-6)}`}
      </a>
      <span class="row-note">
        {agent === undefined ? null : (
          <>
            of <Name text={agent} />
          </>
        )}
        {part === undefined ? "" : ` part ${part.index} of ${part.of}`}
      </span>
    </>
  );
}
