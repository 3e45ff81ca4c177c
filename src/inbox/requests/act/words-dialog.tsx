import { useEffect, useState } from "preact/hooks";
import type { OpenRequest, Shown } from "../../../domain/requests/request.ts";
import { draftOf, dropDraft, keepDraft } from "../../browser/drafts.ts";
import { DECIDES, holdBack, renewLook } from "../../browser/looked.ts";
import { askOf } from "../../parts/ask-of.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Acting, decided } from "../pane/acting.ts";
import { Problem } from "../pane/problem.tsx";
import { holding, noteHeld } from "../pane/undo.ts";
import { say } from "./messages/messages.ts";

type WordsFor = "ask" | "respond";

interface Props {
  readonly what: WordsFor;
  readonly request: Shown<OpenRequest>;
  readonly acting: Acting;
  readonly onDecided: () => void;
  readonly reload: () => void;
  readonly onClose: () => void;
}

const MOST_CHARS = { ask: 2_000, respond: 60_000 } as const satisfies Record<WordsFor, number>;

/** Words to the agent about an open request: a question back, or what it gets in place of the tool. */
export function WordsDialog({ what, request, acting, onDecided, reload, onClose }: Props) {
  const { id } = request;
  const draft = `${id}.${what}`;
  const [text, setText] = useState(draftOf(draft));
  const isEmpty = text.trim() === "";
  // A key pressed before the dialog opened sends nothing.
  useEffect(renewLook, []);

  function write(now: string): void {
    setText(now);
    keepDraft(draft, now);
  }

  function close(): void {
    onClose();
    if (isEmpty) return;
    renewLook();
    holdBack(say("words.kept"));
  }

  async function ask(): Promise<void> {
    await api.askBack({ id, text });
  }

  async function respond(): Promise<void> {
    noteHeld([await api.respond({ id, text, ...holding() })]);
  }

  async function send(): Promise<void> {
    if (isEmpty || acting.isBusy) return;
    if (!(await acting.run(what === "ask" ? ask : respond))) return;
    dropDraft(draft);
    onClose();
    if (what === "respond") {
      decided(id, { words: say("words.done.respond"), next: onDecided });
      return;
    }
    toast(say("words.done.ask"), { kind: "good", isInRow: true });
    reload();
    onDecided();
  }

  return (
    <Dialog
      title={say(`words.title.${what}`)}
      onClose={close}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={close}>{say("close")}</Button>
          <Button
            {...DECIDES}
            kind="primary"
            keyHint="Mod+Enter"
            disabled={isEmpty}
            busy={acting.isBusy}
            onClick={() => void send()}
          >
            {say(`words.send.${what}`)}
          </Button>
        </>
      }
    >
      <p class="muted">{askOf(request)}</p>
      <Field label={say(`words.label.${what}`)} hint={say(`words.hint.${what}`)}>
        <TextArea
          value={text}
          maxLength={MOST_CHARS[what]}
          spellcheck={true}
          onInput={write}
          autoFocus
        />
      </Field>
      <Problem text={acting.error} />
    </Dialog>
  );
}
