import { useState } from "preact/hooks";
import type { PrincipalId } from "../../domain/id.ts";
import { type Event, eventCode } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { grouped } from "../charts/words.ts";
import { errorText } from "../parts/error-text.ts";
import { Section } from "../parts/section.tsx";
import { useNames } from "../parts/use-names.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { exact } from "../ui/time-words.ts";
import { actorText, eventSentence, shortId, shownName, subjectPath } from "./event-words.ts";
import { FAMILIES, passes } from "./filter.ts";
import { linesOf, type ShownRun, shownTo } from "./shown-runs.ts";
import { type Log, useLog } from "./use-log.ts";

const ALL = "all";
const CHOICES = [
  { value: ALL, label: "Everything" },
  ...FAMILIES.map(([value, label]) => ({ value, label })),
];

type Names = ReadonlyMap<PrincipalId, string>;

export function EventLog() {
  const log = useLog();
  const names = useNames();
  const [family, setFamily] = useState(ALL);
  const [text, setText] = useState("");
  const filter = { text, ...present({ family: family === ALL ? undefined : family }) };
  const shown = log.events.filter((event) =>
    passes(
      event,
      filter,
      (one) => `${actorText(one, names)} ${eventSentence(one)} ${eventCode(one.type)}`,
    ),
  );
  return (
    <Section
      title="Events"
      about="Every change, in the order in which it was made. The log holds ids and digests, never content."
    >
      <div class="filter-row">
        <Field label="About">
          <Select value={family} options={CHOICES} onChange={setFamily} />
        </Field>
        <Field label="Find an id, a name or a code">
          <Input type="search" value={text} onInput={setText} />
        </Field>
        <div class="fresh" role="status">
          {log.fresh === 0 ? null : (
            <Button class="pill" busy={log.isBusy} onClick={log.reload}>
              {grouped(log.fresh)} new
            </Button>
          )}
        </div>
      </div>
      {log.error === undefined ? null : <Notice kind="error">{errorText(log.error)}</Notice>}
      {shown.length === 0 && !log.isBusy ? (
        <Empty title="Nothing of this kind in what was read">
          {log.oldest > 1 ? "Look further back, or choose less." : "Choose less to see more."}
        </Empty>
      ) : (
        <EventTable events={shown} names={names} />
      )}
      <Foot log={log} />
    </Section>
  );
}

function Foot({ log: { oldest, isBusy, back, events } }: { readonly log: Log }) {
  if (isBusy && events.length === 0) return <p class="loading">Loading the log…</p>;
  if (!(oldest > 1)) return <p class="muted">This is the beginning of the log.</p>;
  return (
    <div class="buttons">
      <Button busy={isBusy} onClick={back}>
        Look further back
      </Button>
      <span class="muted figure">Read back to event {grouped(oldest)}</span>
    </div>
  );
}

interface TableProps {
  readonly events: readonly Event[];
  readonly names: Names;
}

const HEAD = ["Seq", "When", "What", "Subject", "Who", "Code"];

/** A table whose rows stay in place when older ones are read. */
function EventTable({ events, names }: TableProps) {
  return (
    <section class="table-box records events" aria-label="Events, table" {...SCROLLED_BY_KEYS}>
      <table>
        <caption>Events, newest first</caption>
        <thead>
          <tr>
            {HEAD.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(events).map((line) =>
            "run" in line ? (
              <RunRows key={line.run.at(-1)?.seq} run={line.run} names={names} />
            ) : (
              <EventRow key={line.event.seq} event={line.event} names={names} />
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** Only a focusable element scrolls by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

interface RunProps {
  readonly run: ShownRun;
  readonly names: Names;
}

/** One row for all of them, and each behind it once it is opened. */
function RunRows({ run, names }: RunProps) {
  const [isOpen, open] = useState(false);
  const [newest] = run;
  const oldest = run.at(-1) ?? newest;
  const to = shownTo(run, (event) => shownName(event, names)).join(", ");
  return (
    <>
      <tr>
        <td data-name="Seq" class="figure">
          {`${grouped(oldest.seq)}–${grouped(newest.seq)}`}
        </td>
        <td data-name="When" class="figure">
          <time dateTime={newest.at}>{exact(newest.at)}</time>
        </td>
        <td data-name="What" colSpan={3}>
          <div>
            <Button kind="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
              {`Shown to ${to} ${grouped(run.length)} times`}
            </Button>
          </div>
        </td>
        <td data-name="Code">
          <code title={newest.type}>{eventCode(newest.type)}</code>
        </td>
      </tr>
      {isOpen ? run.map((event) => <EventRow key={event.seq} event={event} names={names} />) : null}
    </>
  );
}

interface RowProps {
  readonly event: Event;
  readonly names: Names;
}

function EventRow({ event, names }: RowProps) {
  const path = subjectPath(event);
  const subject = names.get(event.subject as PrincipalId) ?? shortId(event.subject);
  return (
    <tr>
      <td data-name="Seq" class="figure">
        {grouped(event.seq)}
      </td>
      <td data-name="When" class="figure">
        <time dateTime={event.at}>{exact(event.at)}</time>
      </td>
      <td data-name="What">{eventSentence(event)}</td>
      <td data-name="Subject" title={event.subject}>
        {path === undefined ? <code>{subject}</code> : <a href={path}>{subject}</a>}
      </td>
      <td data-name="Who">{actorText(event, names)}</td>
      <td data-name="Code">
        <code title={event.type}>{eventCode(event.type)}</code>
      </td>
    </tr>
  );
}
