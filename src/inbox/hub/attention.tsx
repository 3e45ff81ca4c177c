import { useState } from "preact/hooks";
import type { Attention } from "../../domain/hub/link.ts";
import { Loading } from "../parts/loading.tsx";
import { Section } from "../parts/section.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.tsx";
import { type AttentionDraft, draftOf, wantedOf } from "./attention-draft.ts";

/** When the operator's own channels may interrupt. */
export function AttentionSetting() {
  const attention = useLoad(() => api.attention());
  return (
    <Section
      title="When you are interrupted"
      about="Urgent or expiring requests come at once; everything else waits for these times. This page always shows all of it."
    >
      <Loading from={attention} what="what you have set">
        {(set) => <Form set={set} />}
      </Loading>
    </Section>
  );
}

function Form({ set }: { readonly set: Attention }) {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const [draft, setDraft] = useState(() => draftOf(set, zone));
  const action = useAction();
  const change = (name: keyof AttentionDraft) => (text: string) =>
    setDraft((old) => ({ ...old, [name]: text }));
  const isHalf = (draft.quietFrom === "") !== (draft.quietTo === "");
  const save = () =>
    action.run(async () => {
      await api.setAttention(wantedOf(draft));
      toast("That is when you are interrupted now.", { kind: "good" });
    });
  return (
    <form
      class="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <QuietHours
        draft={draft}
        change={change}
        error={isHalf ? "Give both, or neither." : undefined}
      />
      <Field label="Time zone">
        <Select
          value={draft.timeZone}
          options={zones(draft.timeZone)}
          onChange={change("timeZone")}
        />
      </Field>
      <Field
        label="Digest"
        hint="Times of the day, such as 09:00, 17:00: everything that waits comes then."
      >
        <Input value={draft.digest} onInput={change("digest")} maxLength={200} />
      </Field>
      <Field
        label="At most in an hour"
        hint="This many may come one by one; more wait for the next hour."
      >
        <Input
          type="number"
          min={1}
          max={1_000}
          step={1}
          value={draft.perHour}
          onInput={change("perHour")}
        />
      </Field>
      <Field
        label="Language"
        hint="Of posts, mails and notifications. The terminal takes it too where nothing else is set there."
      >
        <Select
          value={draft.language}
          options={languages(draft.language)}
          onChange={change("language")}
        />
      </Field>
      <div>
        <Button type="submit" busy={action.isBusy} disabled={isHalf}>
          Save
        </Button>
      </div>
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
    </form>
  );
}

interface QuietProps {
  readonly draft: AttentionDraft;
  readonly change: (name: keyof AttentionDraft) => (text: string) => void;
  readonly error: string | undefined;
}

function QuietHours({ draft, change, error }: QuietProps) {
  return (
    <div class="filter-row">
      <Field label="Quiet hours from" error={error}>
        <Input type="time" value={draft.quietFrom} onInput={change("quietFrom")} />
      </Field>
      <Field label="Quiet hours to">
        <Input type="time" value={draft.quietTo} onInput={change("quietTo")} />
      </Field>
    </div>
  );
}

function zones(current: string) {
  const known = new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")]);
  return [...known].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/** Each in its own words. */
const LANGUAGES = ["en", "de", "es", "fr", "ja"];

function languages(current: string) {
  const known = new Set([...LANGUAGES, ...(current === "" ? [] : [current])]);
  const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return [
    { value: "", label: "As this server has it" },
    ...[...known].map((value) => ({ value, label: nameOf(value) })),
  ];
}
