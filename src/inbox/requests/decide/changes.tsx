import { RevealedText } from "../../parts/revealed-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { DiffRow } from "./diff-rows.ts";
import { say } from "./messages/messages.ts";

interface Props {
  readonly rows: readonly DiffRow[];
  readonly caption?: string;
}

/** What changes: where, the old value, the new value. */
export function Changes({ rows, caption = say("changes") }: Props) {
  return (
    <div class="changes">
      <DataTable
        caption={caption}
        head={[say("changes.where"), say("changes.was"), say("changes.becomes")]}
        rows={rows.map(({ where, was, becomes }) => [
          <span key="where" class="mono">
            <RevealedText text={where} />
          </span>,
          <Side key="was" text={was} kind="was" />,
          <Side key="becomes" text={becomes} kind="becomes" />,
        ])}
      />
    </div>
  );
}

function Side({
  text,
  kind,
}: {
  readonly text: string | undefined;
  readonly kind: "was" | "becomes";
}) {
  if (text === undefined)
    return <span class="muted">{say(kind === "was" ? "not-there" : "removed")}</span>;
  const Tag = kind === "was" ? "del" : "ins";
  return (
    <Tag class="mono">
      <RevealedText text={text} />
    </Tag>
  );
}
