import { useEffect, useRef, useState } from "preact/hooks";
import type { Link } from "../../domain/hub/link.ts";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { oneLine } from "../../render/visible-text.ts";
import { KEYS } from "../browser/key-table.ts";
import { grouped } from "../charts/words.ts";
import { addressWords } from "../parts/address-words.ts";
import { askOf } from "../parts/ask-of.ts";
import { deliveryWords } from "../parts/delivery-words.ts";
import { LinkTable } from "../parts/list.tsx";
import { Name } from "../parts/said.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { toast } from "../ui/toast.tsx";
import { filterPath } from "./filter.ts";
import { say, sayWith } from "./messages/messages.ts";

export interface Known {
  readonly names: ReadonlyMap<PrincipalId, string>;
  readonly links: readonly Link[];
}

interface Props extends Known {
  readonly items: readonly ShownDelivery[];
  readonly onChange: () => void;
}

/** Keys of a row: the first press of "Drop" arms it. */
const BUTTONS = { [KEYS.resend.key]: ".resend", [KEYS.drop.key]: ".two-press" };

export function DeliveryTable({ items, names, links, onChange }: Props) {
  const asks = useAsks(items);
  return (
    <LinkTable
      caption={say("deliveries")}
      head={[say("what"), say("to"), say("state"), say("attempts"), say("since"), say("change")]}
      buttons={BUTTONS}
      ids={items.map(({ id }) => id)}
      rows={items.map((delivery) => {
        const { id, item, address, agent, operator } = delivery;
        const to = addressWords(address, links);
        return [
          <What key={id} delivery={delivery} ask={asks.get(item)} agent={names.get(agent)} />,
          <To
            key={id}
            address={to}
            who={operator === undefined ? undefined : names.get(operator)}
          />,
          <DeliveryState key={id} delivery={delivery} />,
          <span key={id} class="figure">
            {grouped(delivery.attempts)}
          </span>,
          <Time key={id} at={delivery.createdAt} />,
          <DeliveryActions
            key={id}
            delivery={delivery}
            label={say("to-address", { address: to })}
            onChange={onChange}
          />,
        ];
      })}
    />
  );
}

interface ToProps {
  readonly address: string;
  readonly who: string | undefined;
}

function To({ address, who }: ToProps) {
  return (
    <>
      <Name text={address} />
      {who === undefined ? null : <span class="row-note">{say("reaches", { who })}</span>}
    </>
  );
}

interface WhatProps {
  readonly delivery: ShownDelivery;
  /** What is asked, as soon as it is known. */
  readonly ask: string | undefined;
  readonly agent: string | undefined;
}

/** A request is shown where it is decided; for a message, all its deliveries. */
function What({ delivery: { item, part }, ask, agent }: WhatProps) {
  const isRequest = item.startsWith("req_");
  const id = `…${item.slice(-6)}`;
  return (
    <>
      <a href={isRequest ? `/${item}` : filterPath({ item })} title={item}>
        {ask ?? say(isRequest ? "request-id" : "message-id", { id })}
      </a>
      <span class="row-note">
        {agent === undefined ? null : sayWith("of-agent", { agent: <Name text={agent} /> })}{" "}
        {part === undefined ? "" : say("part", { index: part.index, of: part.of })}
      </span>
    </>
  );
}

interface DeliveryActionsProps {
  readonly delivery: ShownDelivery;
  /** For screen readers: tells it from others. */
  readonly label: string;
  readonly onChange: () => void;
}

/** What can be done about a delivery that failed or waits. */
function DeliveryActions({ delivery: { id, status }, label, onChange }: DeliveryActionsProps) {
  const { isBusy, error, run } = useAction();
  if (!can("answer") || (status !== "failed" && status !== "queued")) return null;
  const change = (made: () => Promise<unknown>, words: string) =>
    run(async () => {
      await made();
      toast(words, { kind: "good" });
      onChange();
    });
  return (
    <div class="buttons">
      {status === "failed" ? (
        <Button
          class="resend"
          busy={isBusy}
          aria-label={say("resend.label", { label })}
          aria-keyshortcuts={KEYS.resend.key}
          onClick={() => change(() => api.resendDelivery({ id }), say("resent"))}
        >
          {say("resend")}
        </Button>
      ) : null}
      <TwoPress
        label={label}
        armed={say("drop.armed")}
        busy={isBusy}
        onConfirm={() => change(() => api.dropDelivery({ id }), say("dropped"))}
      >
        {say("drop")}
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </div>
  );
}

const AT_ONCE = 4;
const WIDTH = 70;

/** What each request among these asks, as it becomes known; each is loaded once. */
function useAsks(items: readonly ShownDelivery[]): ReadonlyMap<string, string> {
  const [asks, setAsks] = useState<ReadonlyMap<string, string>>(new Map());
  const begun = useRef(new Set<string>());
  useEffect(() => {
    const ids = new Set(items.map(({ item }) => item));
    const waiting = [...ids].filter((id) => isRequest(id) && !begun.current.has(id));
    for (const id of waiting) begun.current.add(id);
    const loadNext = async (): Promise<void> => {
      const id = waiting.shift();
      if (id === undefined) return;
      // One that cannot be read keeps its id as its name.
      const ask = await readAsk(id as RequestId).catch(() => "");
      if (ask !== "") setAsks((old) => new Map(old).set(id, ask));
      await loadNext();
    };
    for (let lane = 0; lane < AT_ONCE; lane++) void loadNext();
  }, [items]);
  return asks;
}

function isRequest(id: string): boolean {
  return id.startsWith("req_");
}

async function readAsk(id: RequestId): Promise<string> {
  const { request } = await api.show({ id });
  return oneLine(askOf(request), WIDTH);
}

/** The state of a delivery, when, and why. */
function DeliveryState({ delivery }: { readonly delivery: ShownDelivery }) {
  const { tone, state, at, why } = deliveryWords(delivery);
  return (
    <>
      <span class={`tone tone-${tone}`}>
        {state}
        {at === undefined ? null : (
          <>
            {" "}
            <Time at={at} />
          </>
        )}
      </span>
      {why === undefined ? null : <span class="row-note">{why}</span>}
    </>
  );
}
