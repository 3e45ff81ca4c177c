import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ConversationId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Conversation } from "../../domain/requests/conversation.ts";
import { useEvents } from "../parts/use-events.ts";
import { api } from "../server/api.ts";
import { beFollowing } from "../server/live.ts";
import { isSignedOut } from "../server/me.ts";
import { pageToRefresh, type ThreadPage } from "./thread-pages.ts";

const LIMIT = 100;
/** How many pages are read at once; more are read on demand. */
const MOST_PAGES = 20;

interface Thread {
  readonly conversation?: Conversation;
  readonly pages: readonly ThreadPage[];
  readonly error?: unknown;
}

export interface ThreadState extends Thread {
  /** More entries follow that were not read yet. */
  readonly hasMore: boolean;
  /** Reads from a page on: the first, one that has changed, or the last. */
  readFrom(first: number): Promise<void>;
}

/** A conversation from its beginning, read again when the log reports a change. */
export function useThread(id: ConversationId): ThreadState {
  const [thread, setThread] = useState<Thread>({ pages: [] });
  const pages = useRef<readonly ThreadPage[]>([]);
  const turns = useRef(Promise.resolve());

  const readFrom = useCallback(
    (first: number) => {
      // One read after the other: each begins where the one before has ended.
      turns.current = turns.current
        .then(() => readPages(id, pages.current, first))
        .then(
          (read) => {
            pages.current = read.pages;
            setThread({ ...read });
          },
          (error: unknown) => {
            if (!isSignedOut(error)) setThread((old) => ({ ...old, error }));
          },
        );
      return turns.current;
    },
    [id],
  );

  useEffect(() => {
    void readFrom(0);
  }, [readFrom]);
  useEvents(
    (event) => {
      const page = pageToRefresh(pages.current, event);
      const isOfOthers = event.agent !== undefined && event.agent !== thread.conversation?.agent;
      if (page !== undefined && !isOfOthers) void readFrom(page);
    },
    () => void readFrom(0),
  );
  return { ...thread, hasMore: thread.pages.at(-1)?.next !== undefined, readFrom };
}

/** Reads a page again, and then any unknown pages after it. */
async function readPages(
  id: ConversationId,
  known: readonly ThreadPage[],
  first: number,
): Promise<Required<Pick<Thread, "conversation">> & Thread> {
  await beFollowing();
  const pages = [...known];
  let index = Math.max(first, 0);
  for (let read = 1; ; read++) {
    const cursor = index === 0 ? undefined : pages[index - 1]?.next;
    const from = present({ cursor });
    const { conversation, entries } = await api.showConversation({ id, limit: LIMIT, ...from });
    pages[index] = { ...from, ...entries };
    const isEnd = entries.next === undefined || pages[index + 1] !== undefined;
    if (isEnd || read === MOST_PAGES) return { conversation, pages };
    index += 1;
  }
}
