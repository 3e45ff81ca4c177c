import type { ListedConversation } from "../../domain/requests/conversation.ts";
import { oneLine } from "../../render/visible-text.ts";
import { useRowKeys } from "../parts/list.tsx";
import { Name } from "../parts/said.tsx";
import { Time } from "../ui/time.tsx";

/** More than fits in the list at its widest. */
const LAST_WIDTH = 120;

interface Props {
  readonly items: readonly ListedConversation[];
  readonly open: string | undefined;
}

export function ConversationList({ items, open }: Props) {
  const rows = useRowKeys<HTMLUListElement>();
  return (
    <ul class="links" aria-label="Conversations" ref={rows}>
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
                {last === undefined ? "opened " : null}
                <Time at={last?.createdAt ?? createdAt} />
              </span>
            </span>
            {last === undefined ? null : (
              <span class="row-note row-last">
                <Name text={last.from.name} />: {oneLine(last.text, LAST_WIDTH)}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
