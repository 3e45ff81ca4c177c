import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-conversations.css";
import type { Conversation } from "../../domain/conversation.ts";
import { isId } from "../../domain/id.ts";
import { api } from "../api.ts";
import { useKeys } from "../keys.ts";
import { go, place } from "../router.ts";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";
import { ConversationList } from "./conversations/conversation-list.tsx";
import { Thread } from "./conversations/thread.tsx";
import { Loading } from "./parts/loading.tsx";
import { useLive } from "./parts/use-live.ts";

const MOST_PAGES = 20;

/** What agents and people say to each other: the list, and the one that is open. */
export function ConversationsScreen() {
  const [, open] = place.value.parts;
  const all = useLive(/^conversation\.created$/, allConversations);
  useKeys("conversations", open === undefined ? {} : { Escape: () => go("/conversations") });
  return (
    <Screen title="Conversations">
      <div class="two-panes" data-open={open !== undefined}>
        <div class="pane-list">
          <Loading from={all} what="conversations">
            {(items) => <ConversationList items={items} open={open} />}
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

/** Newest first; the server has them oldest first, a page at a time. */
async function allConversations(): Promise<readonly Conversation[]> {
  const items: Conversation[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const from = cursor === undefined ? {} : { cursor };
    const read = await api.listConversations({ limit: 100, ...from });
    items.push(...read.items);
    cursor = read.next;
    if (cursor === undefined) break;
  }
  return items.reverse();
}
