import type { Link } from "../../../domain/hub/link.ts";
import type { ShownDelivery } from "../../../ports/earshot/hub.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { addressWords } from "../../parts/address-words.ts";
import { deliveryWords } from "../../parts/delivery-words.ts";
import { useLive } from "../../parts/use-live.ts";
import { nameOf } from "../../parts/words.ts";
import { api } from "../../server/api.ts";
import { Time } from "../../ui/time.tsx";
import { say } from "./messages/messages.ts";
import { namesIn } from "./names-in.ts";

const MOST = 100;

/** Who was reached where and when, oldest first; empty if no channel was tried. */
export function Reached({ detail }: { readonly detail: InboxDetail }) {
  const { id, status } = detail.request;
  const ways = useLive(
    ({ subject, type }) => subject === id && type.startsWith("delivery."),
    async () => {
      const [{ items }, links] = await Promise.all([
        api.deliveries({ item: id, limit: MOST }),
        api.listLinks(),
      ]);
      return { items: items.toReversed(), links: links.items };
    },
    `${id} ${status}`,
  );
  const { items = [], links = [] } = ways.value ?? {};
  if (items.length === 0) return null;
  return (
    <section class="part" aria-label={say("reached")}>
      <details open={matchMedia("(min-width: 700px)").matches}>
        <summary>
          <h3>{say("reached")}</h3>
          <span class="muted">{countWords(items)}</span>
        </summary>
        <ol class="lines">
          {items.map((delivery) => (
            <Way key={delivery.id} delivery={delivery} links={links} detail={detail} />
          ))}
        </ol>
      </details>
    </section>
  );
}

interface WayProps {
  readonly delivery: ShownDelivery;
  readonly links: readonly Link[];
  readonly detail: InboxDetail;
}

function Way({ delivery, links, detail }: WayProps) {
  const { tone, state, at, why } = deliveryWords(delivery);
  const { id, address, operator } = delivery;
  const when = at ?? detail.history.findLast(({ data }) => data?.delivery === id)?.at;
  const name = operator === undefined ? undefined : namesIn(detail).get(operator);
  const who = name === undefined ? "" : `${nameOf(name)}: `;
  return (
    <li>
      <span class={`way way-${tone}`}>{state}</span>
      <span class="grow">
        {who}
        {addressWords(address, links)}
        {why === undefined ? null : <span class="muted"> – {why}</span>}
      </span>
      {when === undefined ? null : <Time at={when} />}
    </li>
  );
}

function countWords(items: readonly ShownDelivery[]): string {
  const count = (...wanted: readonly string[]) =>
    items.filter(({ status }) => wanted.includes(status)).length;
  const parts = [
    [count("sent", "seen"), "reached"],
    [count("queued"), "waiting"],
    [count("failed"), "failed"],
    [count("dropped"), "dropped"],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, state]) => say(`reached.${state}`, { count: number }))
    .join(", ");
}
