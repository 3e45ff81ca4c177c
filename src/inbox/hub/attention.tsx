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
import { say } from "./messages/messages.ts";

/** When the operator's own channels may interrupt. */
export function AttentionSetting() {
  const attention = useLoad(() => api.attention());
  return (
    <Section title={say("attention")} about={say("attention.about")}>
      <Loading from={attention} what={say("attention.what")}>
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
      toast(say("attention.saved"), { kind: "good" });
    });
  return (
    <form
      class="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <QuietHours draft={draft} change={change} error={isHalf ? say("quiet.both") : undefined} />
      <Field label={say("time-zone")}>
        <Select
          value={draft.timeZone}
          options={zones(draft.timeZone)}
          onChange={change("timeZone")}
        />
      </Field>
      <Field label={say("digest")} hint={say("digest.hint")}>
        <Input value={draft.digest} onInput={change("digest")} maxLength={200} />
      </Field>
      <Field label={say("per-hour")} hint={say("per-hour.hint")}>
        <Input
          type="number"
          min={1}
          max={1_000}
          step={1}
          value={draft.perHour}
          onInput={change("perHour")}
        />
      </Field>
      <Field label={say("language")} hint={say("language.hint")}>
        <Select
          value={draft.language}
          options={languages(draft.language)}
          onChange={change("language")}
        />
      </Field>
      <div>
        <Button type="submit" busy={action.isBusy} disabled={isHalf}>
          {say("save")}
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
      <Field label={say("quiet.from")} error={error}>
        <Input type="time" value={draft.quietFrom} onInput={change("quietFrom")} />
      </Field>
      <Field label={say("quiet.to")}>
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
    { value: "", label: say("language.server") },
    ...[...known].map((value) => ({ value, label: nameOf(value) })),
  ];
}
