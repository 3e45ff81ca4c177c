import type { Conversation } from "../../../domain/conversation.ts";
import { Empty } from "../../ui/empty.tsx";
import { Time } from "../../ui/time.tsx";
import { Name } from "../parts/said.tsx";
import { useRows } from "../parts/use-rows.ts";

interface Props {
  readonly items: readonly Conversation[];
  readonly open: string | undefined;
}

export function ConversationList({ items, open }: Props) {
  const rows = useRows<HTMLUListElement>("conversation-list");
  if (items.length === 0) {
    return (
      <Empty title="No conversations yet">
        An agent has one as soon as it has a key. Make one under <a href="/agents">Agents</a>, or
        run <code>npx earshot init</code> in a project.
      </Empty>
    );
  }
  return (
    <ul class="links" aria-label="Conversations" ref={rows}>
      {items.map(({ id, title, createdAt }) => (
        <li key={id}>
          <a
            href={`/conversations/${id}`}
            class="row-link"
            aria-current={id === open ? "page" : undefined}
          >
            <span class="row-title">
              <Name text={title} />
            </span>
            <span class="row-note">
              opened <Time at={createdAt} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
