import { present } from "../../domain/present.ts";
import { SESSION_STATUSES, type SessionStatus } from "../../domain/sessions/session.ts";
import { visibleText } from "../../render/visible-text.ts";
import { go, place } from "../browser/router.ts";
import { sentenceCase } from "../charts/words.ts";
import { LinkTable, List, readPages, usePages } from "../parts/list.tsx";
import { Name } from "../parts/said.tsx";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { SessionState } from "./session-state.tsx";
import { causeText, taskText } from "./session-words.ts";

const PAGE = 50;

export function SessionList() {
  const filter = readFilter(place.value.query);
  return (
    <>
      <FilterRow filter={filter} />
      <Sessions key={filterPath(filter)} filter={filter} />
    </>
  );
}

function Sessions({ filter }: { readonly filter: Filter }) {
  const list = usePages(/^session\./, (pages) =>
    readPages(pages, (from) => api.listSessions({ ...filter, ...from, limit: PAGE })),
  );
  return (
    <List
      from={list}
      what={say("what.all")}
      isFiltered={Object.keys(filter).length > 0}
      empty={
        <Empty title={say("empty")}>
          {sayWith("empty.about", {
            command: <code dir="ltr">npx earshot sessions start</code>,
          })}
        </Empty>
      }
    >
      {(sessions) => (
        <LinkTable
          caption={say("caption")}
          head={[say("session"), say("agent"), say("state"), say("started-by"), say("when")]}
          rows={sessions.map((session) => [
            <a key={session.id} href={`/sessions/${session.id}`}>
              <bdi>{taskText(session)}</bdi>
            </a>,
            <Name key={session.id} text={session.agentName} />,
            <SessionState key={session.id} session={session} />,
            <bdi key={session.id}>{causeText(session)}</bdi>,
            <Time key={session.id} at={session.createdAt} />,
          ])}
        />
      )}
    </List>
  );
}

const STATUSES: readonly { readonly value: SessionStatus | ""; readonly label: string }[] = [
  { value: "", label: say("any") },
  ...SESSION_STATUSES.map((value) => ({ value, label: sentenceCase(say(`status.${value}`)) })),
];

function FilterRow({ filter }: { readonly filter: Filter }) {
  const known = useLoad(() => api.listAgents()).value?.items ?? [];
  const { status: _, ...ofAnyStatus } = filter;
  const { agent: chosen, ...ofAnyAgent } = filter;
  const show = (next: Filter) => go(filterPath(next), { replace: true });
  const names = new Set([
    ...known.map(({ principal }) => principal.name),
    ...(chosen === undefined ? [] : [chosen]),
  ]);
  return (
    <div class="filter-row">
      <Field label={say("status")}>
        <Select
          value={filter.status ?? ""}
          options={STATUSES}
          onChange={(status) => show(status === "" ? ofAnyStatus : { ...filter, status })}
        />
      </Field>
      <Field label={say("agent")}>
        <Select
          value={chosen ?? ""}
          options={[
            { value: "", label: say("any") },
            ...[...names].map((value) => ({
              value,
              label: visibleText(value, { keepLines: false }),
            })),
          ]}
          onChange={(agent) => show(agent === "" ? ofAnyAgent : { ...filter, agent })}
        />
      </Field>
    </div>
  );
}

/** Which sessions are shown; it is in the address, so that it can be linked. */
interface Filter {
  readonly status?: SessionStatus;
  /** The agent's name. */
  readonly agent?: string;
}

/** Unknown values are left out. */
function readFilter(query: URLSearchParams): Filter {
  const status = SESSION_STATUSES.find((one) => one === query.get("status"));
  const agent = query.get("agent") ?? "";
  return { ...present({ status, agent: agent === "" ? undefined : agent }) };
}

/** The address of the screen with this filter. */
function filterPath(filter: Filter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === "" ? "/sessions" : `/sessions?${query}`;
}
