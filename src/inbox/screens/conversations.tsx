import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-conversations.css";
import { isId } from "../../domain/id.ts";
import type { ListedConversation } from "../../domain/requests/conversation.ts";
import { headline } from "../../render/headline.ts";
import { useKeys } from "../browser/keys.ts";
import { go, place } from "../browser/router.ts";
import { Thread } from "../conversations/thread.tsx";
import { List, type Listed, readPages, usePages, useRowKeys } from "../parts/list.tsx";
import { Name } from "../parts/said.tsx";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

const PAGE = 50;

/** What agents and people say to each other: the list, and the one that is open. */
export function ConversationsScreen() {
  const [, open] = place.value.parts;
  const all = usePages(/^(?:conversation|message)\.created$/, latest);
  useKeys("conversations", open === undefined ? {} : { Escape: () => go("/conversations") });
  return (
    <Screen title={say("conversations")}>
      <div class="two-panes" data-open={open !== undefined}>
        <div class="pane-list">
          <List
            from={all}
            what={say("conversations.what")}
            more={say("conversations.older")}
            empty={<NoneYet />}
          >
            {(items) => <ConversationList items={items} open={open} />}
          </List>
        </div>
        <div class="pane-main">
          {open !== undefined && isId("cnv", open) ? (
            <Thread key={open} id={open} />
          ) : (
            <Empty title={say(open === undefined ? "conversation.unopened" : "conversation.none")}>
              {say("conversations.choose")}
            </Empty>
          )}
        </div>
      </div>
    </Screen>
  );
}

function NoneYet() {
  return (
    <Empty title={say("conversations.none")}>
      {sayWith("conversations.none.about", {
        link: <a href="/agents">{say("agents")}</a>,
        command: <code>npx earshot init</code>,
      })}
    </Empty>
  );
}

/** The latest first, up to so many pages. */
async function latest(pages: number): Promise<Listed<ListedConversation>> {
  const listed = await readPages(pages, (from) =>
    api.listConversations({ order: "latest", limit: PAGE, ...from }),
  );
  return { ...listed, items: distinct(listed.items) };
}

/** A conversation that moves between two reads is on both pages. */
function distinct(items: readonly ListedConversation[]): readonly ListedConversation[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** More than fits in the list at its widest. */
const LAST_WIDTH = 120;

interface Props {
  readonly items: readonly ListedConversation[];
  readonly open: string | undefined;
}

function ConversationList({ items, open }: Props) {
  const rows = useRowKeys<HTMLUListElement>();
  return (
    <ul class="links" aria-label={say("conversations")} ref={rows}>
      {items.map(({ id, title, createdAt, last }) => (
        <li key={id}>
          <a
            href={`/conversations/${id}`}
            class="row-link"
            aria-current={id === open ? "page" : undefined}
          >
            <span class="row-top">
              <span class="row-title">
                <Name text={title} />
              </span>
              <span class="row-note">
                {last === undefined ? (
                  sayWith("conversations.opened", { when: <Time at={createdAt} /> })
                ) : (
                  <Time at={last.createdAt} />
                )}
              </span>
            </span>
            {last === undefined ? null : (
              <span class="row-note row-last">
                {sayWith("conversations.said", {
                  who: <Name text={last.from.name} />,
                  text: headline(last.text, LAST_WIDTH),
                })}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
