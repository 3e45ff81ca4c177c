import { useState } from "preact/hooks";
import type { PrincipalId } from "../../domain/id.ts";
import { type Event, eventCode } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { grouped, listedPlainly } from "../charts/words.ts";
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
import { FAMILIES, familyText, passes } from "./filter.ts";
import { say } from "./messages/messages.ts";
import { linesOf, type ShownRun, shownTo } from "./shown-runs.ts";
import { type Log, useLog } from "./use-log.ts";

const ALL = "all";
const CHOICES = [
  { value: ALL, label: say("events.all") },
  ...FAMILIES.map((value) => ({ value, label: familyText(value) })),
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
    <Section title={say("events")} about={say("events.about")}>
      <div class="filter-row">
        <Field label={say("events.filter")}>
          <Select value={family} options={CHOICES} onChange={setFamily} />
        </Field>
        <Field label={say("events.find")}>
          <Input type="search" value={text} onInput={setText} />
        </Field>
        <div class="fresh" role="status">
          {log.fresh === 0 ? null : (
            <Button class="pill" busy={log.isBusy} onClick={log.reload}>
              {say("events.new", { count: grouped(log.fresh) })}
            </Button>
          )}
        </div>
      </div>
      {log.error === undefined ? null : <Notice kind="error">{errorText(log.error)}</Notice>}
      {shown.length === 0 && !log.isBusy ? (
        <Empty title={say("events.none")}>
          {say(log.oldest > 1 ? "events.none-back" : "events.none-all")}
        </Empty>
      ) : (
        <EventTable events={shown} names={names} />
      )}
      <Foot log={log} />
    </Section>
  );
}

function Foot({ log: { oldest, isBusy, back, events } }: { readonly log: Log }) {
  if (isBusy && events.length === 0) return <p class="loading">{say("events.loading")}</p>;
  if (!(oldest > 1)) return <p class="muted">{say("events.beginning")}</p>;
  return (
    <div class="buttons">
      <Button busy={isBusy} onClick={back}>
        {say("events.back")}
      </Button>
      <span class="muted figure">{say("events.back-to", { seq: grouped(oldest) })}</span>
    </div>
  );
}

interface TableProps {
  readonly events: readonly Event[];
  readonly names: Names;
}

const HEAD = [
  say("head.seq"),
  say("head.when"),
  say("head.what"),
  say("head.subject"),
  say("head.who"),
  say("head.code"),
];

/** A table whose rows stay in place when older ones are read. */
function EventTable({ events, names }: TableProps) {
  return (
    <section
      class="table-box records events"
      aria-label={say("events.table")}
      {...SCROLLED_BY_KEYS}
    >
      <table>
        <caption>{say("events.caption")}</caption>
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
  const to = listedPlainly(shownTo(run, (event) => shownName(event, names)));
  return (
    <>
      <tr>
        <td data-name={say("head.seq")} class="figure">
          {`${grouped(oldest.seq)}–${grouped(newest.seq)}`}
        </td>
        <td data-name={say("head.when")} class="figure">
          <time dateTime={newest.at}>{exact(newest.at)}</time>
        </td>
        <td data-name={say("head.what")} colSpan={3}>
          <div>
            <Button kind="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
              {say("shown", { who: to, count: grouped(run.length) })}
            </Button>
          </div>
        </td>
        <td data-name={say("head.code")}>
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
      <td data-name={say("head.seq")} class="figure">
        {grouped(event.seq)}
      </td>
      <td data-name={say("head.when")} class="figure">
        <time dateTime={event.at}>{exact(event.at)}</time>
      </td>
      <td data-name={say("head.what")}>{eventSentence(event)}</td>
      <td data-name={say("head.subject")} title={event.subject}>
        {path === undefined ? <code>{subject}</code> : <a href={path}>{subject}</a>}
      </td>
      <td data-name={say("head.who")}>{actorText(event, names)}</td>
      <td data-name={say("head.code")}>
        <code title={event.type}>{eventCode(event.type)}</code>
      </td>
    </tr>
  );
}
