import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import { draftOf, keepDraft } from "../../browser/drafts.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { say } from "./messages/messages.ts";

interface Note {
  readonly text: string;
  readonly isOpen: boolean;
  open(): void;
  write(text: string): void;
}

/** Words that go with an approval; kept like a draft until the request is decided. */
export function useNote(
  id: RequestId,
  { bar, isWanted }: { readonly bar: RefObject<HTMLElement | null>; readonly isWanted: boolean },
): Note {
  const draft = `${id}.note`;
  const [text, setText] = useState(() => draftOf(draft));
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) bar.current?.querySelector<HTMLInputElement>(".note-field")?.focus();
  }, [asked]);
  return {
    text,
    isOpen: isWanted || asked > 0 || text !== "",
    open: () => setAsked((before) => before + 1),
    write(now) {
      setText(now);
      keepDraft(draft, now);
    },
  };
}

interface NoteFieldProps {
  readonly note: Note;
  /** What the rule wants in it, in words. */
  readonly wanted: string | undefined;
}

/** Nothing that is typed here decides, not even Enter. */
export function NoteField({ note, wanted }: NoteFieldProps) {
  if (!note.isOpen) return null;
  return (
    <Field label={say("note")} hint={wanted ?? say("note.hint")}>
      <Input
        class="note-field"
        value={note.text}
        maxLength={2000}
        spellcheck={true}
        onInput={note.write}
      />
    </Field>
  );
}
