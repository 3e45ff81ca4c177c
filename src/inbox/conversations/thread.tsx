import { useState } from "preact/hooks";
import type { ConversationId, PrincipalId } from "../../domain/id.ts";
import { draftOf, keepDraft, unsent } from "../browser/drafts.ts";
import { KEYS } from "../browser/key-table.ts";
import { useKeys } from "../browser/keys.ts";
import { pageLocale } from "../browser/language.ts";
import { errorText } from "../parts/error-text.ts";
import { Name } from "../parts/said.tsx";
import { useAction } from "../parts/use-action.ts";
import { useStickToEnd } from "../parts/use-stick-to-end.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { ThreadEntry } from "./entry.tsx";
import { say } from "./messages/messages.ts";
import { byDay, entriesOf, type ThreadPage } from "./thread-pages.ts";
import { useThread } from "./use-thread.ts";

/** One conversation: what was said and asked, in order, and a field to write in. */
export function Thread({ id }: { readonly id: ConversationId }) {
  const { conversation, pages, error, hasMore, readFrom } = useThread(id);
  const last = pages.length - 1;
  return (
    <article class="thread" aria-label={conversation?.title ?? say("conversation")}>
      <header class="thread-head">
        <a href="/conversations" class="button quiet icon-only back" aria-label={say("all")}>
          <Icon name="back" />
        </a>
        <h2>
          <Name text={conversation?.title ?? "…"} />
        </h2>
      </header>
      {error === undefined ? null : <Notice kind="error">{errorText(error)}</Notice>}
      <Entries pages={pages} agent={conversation?.agent} />
      {conversation === undefined ? null : (
        <footer class="thread-foot">
          {hasMore ? <Button onClick={() => void readFrom(last)}>{say("later")}</Button> : null}
          <Composer conversation={id} onSent={() => readFrom(last)} />
        </footer>
      )}
    </article>
  );
}

/** Only a focusable element scrolls by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

interface EntriesProps {
  readonly pages: readonly ThreadPage[];
  /** Absent until the conversation is loaded. */
  readonly agent: PrincipalId | undefined;
}

function Entries({ pages, agent }: EntriesProps) {
  const ref = useStickToEnd(pages);
  const days = byDay(entriesOf(pages), dayText);
  return (
    <section
      class="thread-entries"
      aria-label={say("what-was-said")}
      ref={ref}
      {...SCROLLED_BY_KEYS}
    >
      {agent !== undefined && days.length === 0 ? (
        <Empty title={say("nothing")}>{say("nothing.about")}</Empty>
      ) : null}
      {days.map(({ day, entries }) => (
        <div key={day} class="thread-day">
          <h3>{day}</h3>
          <ol aria-label={say("messages-of", { day })}>
            {entries.map((entry) => (
              <ThreadEntry key={entry.id} entry={entry} agent={agent} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function dayText(at: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return new Date(at).toLocaleDateString(pageLocale, options);
}

interface Props {
  readonly conversation: ConversationId;
  readonly onSent: () => Promise<void>;
}

/** Says something to the agent; what was typed is kept until it is sent. */
function Composer({ conversation, onSent }: Props) {
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
      // The person may have kept typing while it was on its way.
      write(unsent(draftOf(conversation), text));
      await onSent();
    });
  };
  useKeys("composer", {
    "Mod+Enter": send,
    [KEYS.reply.key]: () => document.getElementById(FIELD)?.querySelector("textarea")?.focus(),
  });
  if (!can("tell")) return <p class="muted">{say("read-only")}</p>;
  return (
    <form
      id={FIELD}
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label={say("message")} error={action.error}>
        <TextArea rows={2} value={text} onInput={write} />
      </Field>
      <Button
        kind="primary"
        type="submit"
        keyHint="Mod+Enter"
        busy={action.isBusy}
        disabled={text.trim() === ""}
      >
        {say("send")}
      </Button>
    </form>
  );
}

const FIELD = "composer";
