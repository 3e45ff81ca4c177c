import { useRef, useState } from "preact/hooks";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { draftOf, keepDraft, unsent } from "../browser/drafts.ts";
import { KEYS } from "../browser/key-table.ts";
import { useKeys } from "../browser/keys.ts";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { Attach, attachedTo, useAttaching } from "./attached.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly liaison: Liaison;
  readonly onSent: () => void;
}

/** Free text, in any phase; what was typed is kept until it is stored. */
export function FreeComposer({ liaison, onSent }: Props) {
  const { id, phase, exchanges } = liaison;
  const [text, setText] = useState(() => draftOf(id));
  const root = useRef<HTMLFormElement>(null);
  const action = useAction();
  const attaching = useAttaching();
  const write = (next: string) => {
    setText(next);
    keepDraft(id, next);
  };
  const isEmpty = text.trim() === "";
  const send = () => {
    if (isEmpty || attaching.fault !== undefined) return;
    action.run(async () => {
      try {
        const files = await attachedTo(attaching);
        await api.continueConversation({ conversation_id: id, message: text, ...files });
        attaching.choose([]);
        write(unsent(draftOf(id), text));
      } catch (error) {
        // Stored but not replied to yet: saying it again would store it twice.
        if (await isStored(liaison, text)) {
          attaching.choose([]);
          write(unsent(draftOf(id), text));
        }
        throw error;
      } finally {
        onSent();
      }
    });
  };
  useKeys("composer", {
    "Mod+Enter": send,
    [KEYS.reply.key]: () => root.current?.querySelector("textarea")?.focus(),
  });
  return (
    <form
      class="composer"
      ref={root}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label={say("message")}
        hint={exchanges.length === 0 ? undefined : say(`hint.${phase}`)}
        error={action.error}
      >
        <TextArea
          rows={2}
          value={text}
          maxLength={60_000}
          aria-keyshortcuts={KEYS.reply.key}
          onInput={write}
        />
      </Field>
      <Attach attaching={attaching} isBusy={action.isBusy} />
      <Button
        kind="primary"
        type="submit"
        keyHint="Mod+Enter"
        busy={action.isBusy}
        disabled={isEmpty || attaching.fault !== undefined}
      >
        {say("send")}
      </Button>
    </form>
  );
}

async function isStored({ id, exchanges }: Liaison, text: string): Promise<boolean> {
  const now = await api.showLiaison({ conversation_id: id }).catch(() => undefined);
  const later = now?.exchanges.slice(exchanges.length) ?? [];
  return later.some(({ role, content }) => role === "human" && content === text);
}
