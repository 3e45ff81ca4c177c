import { SESSION_STATUSES, type SessionStatus } from "../../domain/sessions/session.ts";
import { visibleText } from "../../render/visible-text.ts";
import { go } from "../browser/router.ts";
import { sentenceCase } from "../charts/words.ts";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { type Filter, filterPath } from "./filter.ts";

const STATUSES: readonly { readonly value: SessionStatus | ""; readonly label: string }[] = [
  { value: "", label: "Any" },
  ...SESSION_STATUSES.map((value) => ({ value, label: sentenceCase(value) })),
];

export function FilterRow({ filter }: { readonly filter: Filter }) {
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
      <Field label="Status">
        <Select
          value={filter.status ?? ""}
          options={STATUSES}
          onChange={(status) => show(status === "" ? ofAnyStatus : { ...filter, status })}
        />
      </Field>
      <Field label="Agent">
        <Select
          value={chosen ?? ""}
          options={[
            { value: "", label: "Any" },
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
