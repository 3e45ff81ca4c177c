import { PHASES, type Phase } from "../../domain/liaison/liaison.ts";
import { go } from "../browser/router.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { type Filter, filterPath } from "./filter.ts";
import { PHASE_WORDS } from "./words.ts";

const WHOSE = [
  { value: "all", label: "Everybody's" },
  { value: "mine", label: "Mine" },
] as const;
const IN_PHASE: readonly { readonly value: Phase | ""; readonly label: string }[] = [
  { value: "", label: "Any" },
  ...PHASES.map((value) => ({ value, label: PHASE_WORDS[value] })),
];

export function FilterRow({ filter }: { readonly filter: Filter }) {
  const { mine, ...ofAll } = filter;
  const { phase, ...inAny } = filter;
  const show = (next: Filter) => go(filterPath(next), { replace: true });
  return (
    <div class="filter-row">
      <Field label="Whose">
        <Select
          value={mine === true ? "mine" : "all"}
          options={WHOSE}
          onChange={(whose) => show(whose === "mine" ? { ...filter, mine: true } : ofAll)}
        />
      </Field>
      <Field label="Phase">
        <Select
          value={phase ?? ""}
          options={IN_PHASE}
          onChange={(next) => show(next === "" ? inAny : { ...filter, phase: next })}
        />
      </Field>
    </div>
  );
}
