import { useState } from "preact/hooks";
import { present } from "../../domain/present.ts";
import { visibleText } from "../../render/visible-text.ts";
import { draftOf, dropDraft, keepDraft } from "../browser/drafts.ts";
import { useKeys } from "../browser/keys.ts";
import { go } from "../browser/router.ts";
import { useAction } from "../parts/use-action.ts";
import { useLoad } from "../parts/use-load.ts";
import { LIAISON_AGENT } from "../requests/pane/liaison-question.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { Attach, attachedTo, useAttaching } from "./attached.tsx";
import { say } from "./messages/messages.ts";

const DRAFT = "liaison.new";

/** What a person needs, in their own words: this begins a conversation. */
export function NewConversation() {
  const [text, setText] = useState(() => draftOf(DRAFT));
  const [agent, setAgent] = useState("");
  const action = useAction();
  const attaching = useAttaching();
  const write = (next: string) => {
    setText(next);
    keepDraft(DRAFT, next);
  };
  const isEmpty = text.trim() === "";
  const begin = () => {
    if (isEmpty || attaching.fault !== undefined) return;
    action.run(async () => {
      const named = present({ agent: agent || undefined });
      const files = await attachedTo(attaching);
      const reply = await api.beginConversation({ initial_message: text, ...named, ...files });
      dropDraft(DRAFT);
      go(`/liaison/${reply.conversation_id}`);
    });
  };
  useKeys("liaison-new", { "Mod+Enter": begin });
  return (
    <section class="liaison-new" aria-label={say("new")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <Field label={say("begun-with")} hint={say("begun-with.hint")} error={action.error}>
          <TextArea rows={2} value={text} maxLength={60_000} onInput={write} />
        </Field>
        <Attach attaching={attaching} isBusy={action.isBusy} />
        <div class="liaison-new-foot">
          <AgentChoice agent={agent} onChoose={setAgent} />
          <Button
            kind="primary"
            type="submit"
            keyHint="Mod+Enter"
            busy={action.isBusy}
            disabled={isEmpty || attaching.fault !== undefined}
          >
            {say("new")}
          </Button>
        </div>
      </form>
    </section>
  );
}

interface ChoiceProps {
  readonly agent: string;
  readonly onChoose: (agent: string) => void;
}

function AgentChoice({ agent, onChoose }: ChoiceProps) {
  const agents = useLoad(() => api.listAgents()).value?.items ?? [];
  const names = agents.map(({ principal }) => principal.name);
  // The liaison does no task itself.
  const options = names
    .filter((name) => name !== LIAISON_AGENT)
    .map((value) => ({ value, label: visibleText(value, { keepLines: false }) }));
  return (
    <Field label={say("who-does")}>
      <Select
        value={agent}
        options={[{ value: "", label: say("who-does.any") }, ...options]}
        onChange={onChoose}
      />
    </Field>
  );
}
