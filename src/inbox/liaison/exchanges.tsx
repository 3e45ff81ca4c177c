import { useState } from "preact/hooks";
import type { ConversationId } from "../../domain/id.ts";
import type { Exchange, Liaison } from "../../domain/liaison/liaison.ts";
import { toMs } from "../../domain/timestamp.ts";
import { oneLine } from "../../render/visible-text.ts";
import { Name, Said } from "../parts/said.tsx";
import { useStickToEnd } from "../parts/use-stick-to-end.ts";
import { Button } from "../ui/button.tsx";
import { nowMs } from "../ui/clock.ts";
import { Time } from "../ui/time.tsx";
import { AgentText } from "../words/agent-text.tsx";
import { Attachments } from "./attachments.tsx";
import { type ExchangePart, partsOf } from "./exchange-parts.ts";
import { say } from "./messages/messages.ts";
import { phaseWords } from "./words.ts";

/** How many are shown at first: people answer the newest. */
const SHOWN = 40;
const VIA_WIDTH = 40;
/** Only a focusable element scrolls by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

export function Exchanges({ liaison }: { readonly liaison: Liaison }) {
  const { id, exchanges, personName } = liaison;
  const [isWhole, showWhole] = useState(false);
  const shown = isWhole ? exchanges : exchanges.slice(-SHOWN);
  const hidden = exchanges.length - shown.length;
  const ref = useStickToEnd(exchanges.length);
  return (
    <section class="exchanges" aria-label={say("what-was-said")} ref={ref} {...SCROLLED_BY_KEYS}>
      {hidden === 0 ? null : (
        <Button onClick={() => showWhole(true)}>{say("said.before", { count: hidden })}</Button>
      )}
      {partsOf(shown).map((part) => (
        <Part key={part.exchanges[0]?.id} part={part} of={id} person={personName} />
      ))}
      <Thinking liaison={liaison} />
    </section>
  );
}

interface PartProps {
  readonly part: ExchangePart;
  /** The conversation. */
  readonly of: ConversationId;
  readonly person: string;
}

function Part({ part: { phase, round, exchanges }, of, person }: PartProps) {
  const title = say("said.part", { phase: phaseWords(phase), round });
  return (
    <div class="exchange-part">
      <h3>{title}</h3>
      <ol aria-label={say("said", { part: title })}>
        {exchanges.map((exchange) => (
          <Spoken key={exchange.id} exchange={exchange} of={of} person={person} />
        ))}
      </ol>
    </div>
  );
}

interface SaidProps {
  readonly exchange: Exchange;
  readonly of: ConversationId;
  readonly person: string;
}

/** What a person or the liaison said. */
function Spoken({ exchange, of, person }: SaidProps) {
  const { role, content, timestamp, via, attachments } = exchange;
  const isPerson = role === "human";
  return (
    <li class={isPerson ? "exchange exchange-person" : "exchange"}>
      <p class="entry-head">
        <strong>{isPerson ? <Name text={person} /> : say("liaison")}</strong>
        {via === undefined ? null : (
          <span class="muted">{say("via", { via: oneLine(via, VIA_WIDTH) })}</span>
        )}
        <Time at={timestamp} />
      </p>
      <Content text={content} isPerson={isPerson} />
      <Attachments of={of} files={attachments} isDrawn={!isPerson} />
    </li>
  );
}

/** A person's words are shown as they were written. */
function Content({ text, isPerson }: { readonly text: string; readonly isPerson: boolean }) {
  if (text === "") return <p class="muted">{say("nothing")}</p>;
  return isPerson ? <Said text={text} /> : <AgentText text={text} />;
}

/** Longer than a turn takes, including one with a model. */
const PATIENCE_MS = 60_000;

/** Whether a reply is owed. */
function Thinking({ liaison: { dueAt } }: { readonly liaison: Liaison }) {
  if (dueAt === undefined) return null;
  const isLate = nowMs.value > toMs(dueAt) + PATIENCE_MS;
  return (
    <p class={isLate ? "muted" : "tone tone-live"} role="status">
      {say(isLate ? "meanwhile.late" : "meanwhile")}
    </p>
  );
}
