import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-conversations.css";
import { useState } from "preact/hooks";
import { isId } from "../../domain/id.ts";
import type { ListedConversation } from "../../domain/requests/conversation.ts";
import { useKeys } from "../browser/keys.ts";
import { go, place } from "../browser/router.ts";
import { ConversationList } from "../conversations/conversation-list.tsx";
import { Thread } from "../conversations/thread.tsx";
import { Loading } from "../parts/loading.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";

const PAGE = 50;

interface Listed {
  readonly items: readonly ListedConversation[];
  readonly isMore: boolean;
}

/** What agents and people say to each other: the list, and the one that is open. */
export function ConversationsScreen() {
  const [, open] = place.value.parts;
  const [pages, setPages] = useState(1);
  const all = useLive(/^(?:conversation|message)\.created$/, () => latest(pages), String(pages));
  useKeys("conversations", open === undefined ? {} : { Escape: () => go("/conversations") });
  return (
    <Screen title="Conversations">
      <div class="two-panes" data-open={open !== undefined}>
        <div class="pane-list">
          <Loading from={all} what="conversations">
            {({ items, isMore }) => (
              <>
                <ConversationList items={items} open={open} />
                {isMore ? (
                  <Button kind="quiet" onClick={() => setPages(pages + 1)}>
                    Show older ones
                  </Button>
                ) : null}
              </>
            )}
          </Loading>
        </div>
        <div class="pane-main">
          {open !== undefined && isId("cnv", open) ? (
            <Thread key={open} id={open} />
          ) : (
            <Empty
              title={open === undefined ? "No conversation is open" : "There is none of this id"}
            >
              Choose one to read it and to write to its agent.
            </Empty>
          )}
        </div>
      </div>
    </Screen>
  );
}

/** The latest first, up to so many pages. */
async function latest(pages: number): Promise<Listed> {
  const items: ListedConversation[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const from = cursor === undefined ? {} : { cursor };
    const read = await api.listConversations({ order: "latest", limit: PAGE, ...from });
    items.push(...read.items);
    cursor = read.next;
    if (cursor === undefined) break;
  }
  return { items: distinct(items), isMore: cursor !== undefined };
}

/** What is spoken in between two pages is on both. */
function distinct(items: readonly ListedConversation[]): readonly ListedConversation[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}
