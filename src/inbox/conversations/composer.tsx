import { useState } from "preact/hooks";
import type { ConversationId } from "../../domain/id.ts";
import { draftOf, keepDraft, unsent } from "../browser/drafts.ts";
import { KEYS } from "../browser/key-table.ts";
import { useKeys } from "../browser/keys.ts";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";

interface Props {
  readonly conversation: ConversationId;
  readonly onSent: () => Promise<void>;
}

/** Says something to the agent; what was typed is kept until it is sent. */
export function Composer({ conversation, onSent }: Props) {
  const [text, setText] = useState(() => draftOf(conversation));
  const action = useAction();
  const write = (next: string) => {
    setText(next);
    keepDraft(conversation, next);
  };
  const send = () => {
    if (text.trim() === "") return;
    action.run(async () => {
      await api.tell({ text, conversation });
      // Somebody may have gone on typing while it was on its way.
      write(unsent(draftOf(conversation), text));
      await onSent();
    });
  };
  useKeys("composer", {
    "Mod+Enter": send,
    [KEYS.reply.key]: () => document.getElementById(FIELD)?.querySelector("textarea")?.focus(),
  });
  if (!can("tell")) return <p class="muted">You may read this, and not write.</p>;
  return (
    <form
      id={FIELD}
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label="Message" error={action.error}>
        <TextArea rows={2} value={text} onInput={write} />
      </Field>
      <Button
        kind="primary"
        type="submit"
        keyHint="Mod+Enter"
        busy={action.isBusy}
        disabled={text.trim() === ""}
      >
        Send
      </Button>
    </form>
  );
}

const FIELD = "composer";
