import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConversationId } from "../../../domain/id.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { errorText } from "../parts/error-text.ts";
import { Name } from "../parts/said.tsx";
import { Composer } from "./composer.tsx";
import { ThreadEntry } from "./entry.tsx";
import { byDay, entriesOf, type ThreadPage } from "./thread-pages.ts";
import { useThread } from "./use-thread.ts";

/** One conversation: what was said and asked, in order, and where one writes. */
export function Thread({ id }: { readonly id: ConversationId }) {
  const { conversation, pages, error, hasMore, readFrom } = useThread(id);
  const last = pages.length - 1;
  return (
    <article class="thread" aria-label={conversation?.title ?? "Conversation"}>
      <header class="thread-head">
        <a href="/conversations" class="button quiet icon-only back" aria-label="All conversations">
          <Icon name="back" />
        </a>
        <h2>
          <Name text={conversation?.title ?? "…"} />
        </h2>
      </header>
      {error === undefined ? null : <Notice kind="error">{errorText(error)}</Notice>}
      <Entries pages={pages} isLoaded={conversation !== undefined} />
      {conversation === undefined ? null : (
        <footer class="thread-foot">
          {hasMore ? (
            <Button onClick={() => void readFrom(last)}>Show what came later</Button>
          ) : null}
          <Composer conversation={id} onSent={() => readFrom(last)} />
        </footer>
      )}
    </article>
  );
}

/** Only what can have the focus scrolls by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

interface EntriesProps {
  readonly pages: readonly ThreadPage[];
  readonly isLoaded: boolean;
}

function Entries({ pages, isLoaded }: EntriesProps) {
  const ref = useStickToEnd(pages);
  const days = byDay(entriesOf(pages), dayText);
  return (
    <section class="thread-entries" aria-label="What was said" ref={ref} {...SCROLLED_BY_KEYS}>
      {isLoaded && days.length === 0 ? (
        <Empty title="Nothing was said yet">What you write below reaches the agent.</Empty>
      ) : null}
      {days.map(({ day, entries }) => (
        <div key={day} class="thread-day">
          <h3>{day}</h3>
          <ol aria-label={`Messages, ${day}`}>
            {entries.map((entry) => (
              <ThreadEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

const NEAR_PX = 80;

/** Shows the end when it is opened, and new entries to whoever is at the end; nobody else is moved. */
function useStickToEnd(pages: readonly ThreadPage[]) {
  const ref = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const note = () => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    };
    box.addEventListener("scroll", note, { passive: true });
    return () => box.removeEventListener("scroll", note);
  }, []);
  useLayoutEffect(() => {
    if (isAtEnd.current) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [pages]);
  return ref;
}

function dayText(at: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return new Date(at).toLocaleDateString(undefined, options);
}
