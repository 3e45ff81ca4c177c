import { type Liaison, PHASES, type Phase } from "../../domain/liaison/liaison.ts";
import { go, place } from "../browser/router.ts";
import { LinkTable, List, readPages, usePages } from "../parts/list.tsx";
import { Name } from "../parts/said.tsx";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";
import { ConfidenceFigure } from "./confidence.tsx";
import { type Filter, filterPath, readFilter } from "./filter.ts";
import { say, sayWith } from "./messages/messages.ts";
import { NewConversation } from "./new-conversation.tsx";
import { PhaseMark } from "./phases.tsx";
import { titleOf } from "./title-of.ts";
import { phaseWords } from "./words.ts";

const PAGE = 50;

export function LiaisonList() {
  const filter = readFilter(place.value.query);
  return (
    <>
      {can("tell") ? <NewConversation /> : null}
      <FilterRow filter={filter} />
      <Conversations key={filterPath(filter)} filter={filter} />
    </>
  );
}

function Conversations({ filter }: { readonly filter: Filter }) {
  const list = usePages(/^(?:liaison|task)\./, (pages) =>
    readPages(pages, (from) => api.listLiaisons({ ...filter, ...from, limit: PAGE })),
  );
  return (
    <List
      from={list}
      what={say("what.all")}
      isFiltered={Object.keys(filter).length > 0}
      empty={
        <Empty title={say("empty")}>
          {sayWith("empty.about", { command: <code dir="ltr">npx earshot liaise</code> })}
        </Empty>
      }
    >
      {(liaisons) => (
        <LinkTable
          class="liaison-rows"
          caption={say("caption")}
          head={[
            say("task"),
            say("person"),
            say("worker"),
            say("phase"),
            say("round"),
            say("confidence"),
            say("begun"),
          ]}
          rows={liaisons.map(cellsOf)}
        />
      )}
    </List>
  );
}

function cellsOf(liaison: Liaison) {
  return [
    <a key={liaison.id} href={`/liaison/${liaison.id}`}>
      <bdi>{titleOf(liaison)}</bdi>
    </a>,
    <Name key={liaison.id} text={liaison.personName} />,
    liaison.worker === undefined ? (
      <span class="muted">{say("nobody-yet")}</span>
    ) : (
      <Name key={liaison.id} text={liaison.worker.name} />
    ),
    <PhaseMark key={liaison.id} phase={liaison.phase} />,
    String(liaison.round),
    <ConfidenceFigure key={liaison.id} liaison={liaison} />,
    <Time key={liaison.id} at={liaison.createdAt} />,
  ];
}

const WHOSE = [
  { value: "all", label: say("whose.all") },
  { value: "mine", label: say("whose.mine") },
] as const;
const IN_PHASE: readonly { readonly value: Phase | ""; readonly label: string }[] = [
  { value: "", label: say("any") },
  ...PHASES.map((value) => ({ value, label: phaseWords(value) })),
];

function FilterRow({ filter }: { readonly filter: Filter }) {
  const { mine, ...ofAll } = filter;
  const { phase, ...inAny } = filter;
  const show = (next: Filter) => go(filterPath(next), { replace: true });
  return (
    <div class="filter-row">
      <Field label={say("whose")}>
        <Select
          value={mine === true ? "mine" : "all"}
          options={WHOSE}
          onChange={(whose) => show(whose === "mine" ? { ...filter, mine: true } : ofAll)}
        />
      </Field>
      <Field label={say("phase")}>
        <Select
          value={phase ?? ""}
          options={IN_PHASE}
          onChange={(next) => show(next === "" ? inAny : { ...filter, phase: next })}
        />
      </Field>
    </div>
  );
}
